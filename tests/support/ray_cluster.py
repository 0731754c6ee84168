"""A real Ray cluster of two nodes on this machine, in a process of its own: `kill` on its input kills the second node.

Every line of output answers one step: the address of the cluster, then `killed`.
"""

import sys

from ray.cluster_utils import Cluster

LOOPBACK = "127.0.0.1"
NODE = {
    "num_cpus": 1,
    "node_ip_address": LOOPBACK,
    "include_dashboard": False,
    "object_store_memory": 80 * 2**20,
}

QUICK = {"health_check_initial_delay_ms": 0, "health_check_period_ms": 1000, "health_check_failure_threshold": 4}


def main() -> None:
    """Run the cluster until the input ends."""
    cluster = Cluster(initialize_head=True, head_node_args={**NODE, "_system_config": QUICK})
    try:
        second = cluster.add_node(**NODE)
        cluster.wait_for_nodes()
        print(cluster.address, flush=True)
        for line in sys.stdin:
            if line.strip() == "kill":
                cluster.remove_node(second, allow_graceful=False)
                print("killed", flush=True)
    finally:
        cluster.shutdown()


if __name__ == "__main__":
    main()
