"""All attacks, by name."""

from attack.connections import CONNECTION_ATTACKS
from attack.games import GAME_ATTACKS

ATTACKS = {attack.name: attack for attack in (*CONNECTION_ATTACKS, *GAME_ATTACKS)}
