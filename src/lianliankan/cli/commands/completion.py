"""The command for the shell: completion."""

import click

from lianliankan.cli.main import YES, llk
from lianliankan.cli.options import Name

_SHELLS = ("bash", "zsh", "fish")
_HOW_TO_LOAD = """\b
To load it whenever a shell starts, add a line to its start-up file:
  bash  ~/.bashrc                    eval "$(llk completion bash)"
  zsh   ~/.zshrc, after compinit     eval "$(llk completion zsh)"
  fish  ~/.config/fish/config.fish   llk completion fish | source
"""


@llk.command(epilog=_HOW_TO_LOAD)
@click.argument("shell", type=Name("shell", lambda: _SHELLS), metavar="|".join(_SHELLS))
def completion(shell: str) -> int:
    """Print a script with which the shell completes commands, options and names."""
    from click.shell_completion import get_completion_class

    script = get_completion_class(shell)
    assert script is not None, "click knows these shells"
    click.echo(script(llk, {}, "llk", "_LLK_COMPLETE").source())
    return YES
