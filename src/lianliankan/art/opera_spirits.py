"""The spirits of the opera set: gods, demons and pilgrims, each before a sky of its own."""

from lianliankan.art.drawing import circle, ellipse, group, line, mirrored, path, rect
from lianliankan.art.opera_dress import beard_full, beard_open, beard_three, ear_tufts, feathers, ground, tassels
from lianliankan.art.opera_paint import (
    BLACK, BLUE, GOLD, INK, RED, WHITE, both, brows, dots, eyes, face, lips, nose, pair, pearls, pompoms, sockets, solid, whole, finished,
    ROUND, SQUARE, LONG,
)
from lianliankan.art.tile_set import Drawing

__all__ = ["SPIRITS"]

HAIR = "#1f1a1e"


def sun_wukong() -> str:
    """Draw the Monkey King: the red peach on golden fur, fiery eyes, pheasant feathers."""
    fur = "M0 -30C17 -31 26 -24 29 -14C33 -12 30 -8 33 -4C30 -2 33 4 31 8C27 10 29 16 24 20C21 20 20 26 15 27C12 34 6 36 0 36"
    peach = "M0 -12C5 -22 22 -22 23 -8C23 2 13 6 9 12C14 20 9 29 0 30"
    return finished(
        ground("#2a2f6b", "#8f93d6"),
        group(
            feathers("#f2c14a", "#a3401f"),
            solid(fur, "#f3bb45"),
            path(whole(peach), "#d5301f", stroke=INK, width=1.2),
            pair("M3 -1C5 -9 17 -12 20 -6C19 3 9 8 3 -1z", "#fff3c4"),
            pair("M5 -1Q10 -7 18 -5Q13 3 5 -1z", GOLD),
            dots([(11.5, -2.5)], 2.8, INK),
            pair("M1 8C4 6 6 10 3 12z", INK),
            lips(22, "#7d1411", wide=8),
            solid("M0 -42C10 -42 22 -36 24 -19C15 -25 7 -26 0 -26", "#f7d34a"),
            line("M-23 -20C-14 -27 14 -27 23 -20", "#b3701a", 2.4),
            pompoms([(0, -34)], 5, RED),
            pompoms([(12, -30)], 3.2, WHITE),
            move=(0, 3),
        ),
    )


def erlang_shen() -> str:
    """Draw the god with the third eye: a face of gold below a hat of three peaks."""
    peaks = "M0 -45C6 -42 8 -36 10 -33C13 -40 19 -42 24 -42C23 -38 28 -30 28 -14C18 -22 8 -23 0 -23"
    third = path("M0 -20C5 -15 5 -8 0 -3C-5 -8 -5 -15 0 -20z", WHITE, stroke=INK, width=1.2) + circle(0, -11.5, 2.6, INK)
    return finished(
        ground("#c3d6e8", "#ffffff"),
        group(
            face("#efbe3f", pair("M3 -6C8 -14 15 -16 23 -19C24 -12 17 -7 4 -3z", "#8a2b16"), sockets("leaf", "#8a2b16"), eyes(), nose("#a8641a", bridge="#fbe08a"), third, pair("M12 10C18 10 22 6 24 2C23 12 18 18 12 18z", "#fbe08a"), lips(22, "#b3221b")),
            solid(peaks, "#233a7a"),
            line(both("M1.5 -40C5 -36 7 -30 8 -26M22 -38C22 -32 24 -27 24 -22"), GOLD, 1.8),
            line("M-26 -16C-16 -24 16 -24 26 -16", GOLD, 3),
            pompoms([(0, -31)], 4, WHITE),
            tassels(GOLD, x=32, top=-14, bottom=26),
            move=(0, 3), scale=1.04,
        ),
    )


def zhong_kui() -> str:
    """Draw the queller of ghosts: a bat on his brow for luck, red beard, the hat of the scholar he was."""
    bat = "M0 -22C2 -24 3 -22 4 -20C8 -26 16 -28 22 -24C19 -22 20 -19 21 -16C16 -18 15 -15 14 -12C10 -14 4 -12 0 -8"
    return finished(
        ground("#efc545", "#a8641a"),
        line("M-30 -29H30", "#1d1817", 3),
        dots([(36, -29)], 8, "#1d1817"),
        dots([(36, -29)], 3, GOLD),
        ear_tufts("#c92a1c", "#f58a4d"),
        face("#37302e", path(whole(bat), "#d8391f", stroke=WHITE, width=1.2), sockets("round", WHITE), circle(12, 0, 5.5, BLACK), circle(-12, 0, 5.5, BLACK), dots([(12, -1)], 2.4, "#f7d34a"), nose("#d8391f", bridge=None), pair("M15 9C19 9 22 7 25 2C25 10 21 14 16 14z", WHITE), shape=ROUND, light=0.1),
        beard_open("#c92a1c", "#f58a4d", mouth="#3d0a08"),
        solid("M0 -44C12 -44 18 -38 18 -33C24 -30 27 -24 27 -17C17 -25 8 -26 0 -26", "#1d1817", light=0.15),
        pompoms([(0, -33)], 4, RED),
    )


def nezha() -> str:
    """Draw the boy god: two knots of hair, red ribbons, the ring of heaven behind him."""
    return finished(
        ground("#58a9b5", "#d5f0ee"),
        circle(0, 2, 36, stroke=INK, width=7), circle(0, 2, 36, stroke=GOLD, width=5),
        pair("M22 -22C34 -16 40 -4 36 12C32 6 30 -6 20 -14z", RED, edge=INK),
        dots([(20, -30)], 11, HAIR, edge=0.8),
        line(both("M11 -27C14 -22 20 -19 27 -21"), RED, 3.4),
        face("#ffe9da", pair("M4 -2C9 -9 18 -8 22 -3C22 7 15 12 9 9C6 6 4 2 4 -2z", "#f5a79b"), pair("M4 0Q10 -8 21 -7Q14 5 4 0z", INK), eyes(rise=3), pair("M5 -11C10 -16 16 -15 21 -12C15 -12 10 -11 6 -8z", INK), lips(19, wide=5), line("M-1.5 9Q0 10.5 1.5 9", "#b5604e", 1.3), shape=ROUND),
        path(whole("M0 -31C18 -31 28 -22 29 -8C24 -14 20 -18 14 -18L11 -12L7 -19L4 -12L0 -19"), HAIR),
        dots([(0, -9)], 2.4, RED),
        pair("M2 31C8 26 14 28 18 25C17 33 10 38 0 38z", "#f48fb1", edge=INK),
        path("M0 24C7 29 7 36 0 41C-7 36 -7 29 0 24z", "#f8bbd0", stroke=INK, width=1.2),
    )


def bull_demon() -> str:
    """Draw the Bull Demon King: great horns, a ring in his nose."""
    ring = "M-7 22C-9 36 9 36 7 22"
    return finished(
        ground("#3a1420", "#b0543a"),
        pair("M12 -24C26 -24 34 -30 34 -41C46 -32 46 -14 22 -8z", "#f1e2bd", edge=INK),
        line(both("M30 -18C37 -21 41 -27 40 -32"), "#b89a62", 2),
        pair("M24 -8C32 -12 40 -8 43 -2C38 4 30 6 24 2z", "#8a4a26", edge=INK),
        face("#9a5229", sockets("leaf", edge=WHITE), brows("flame", RED, edge=WHITE, width=1.5), eyes(white="#fff3c4"), path(whole("M0 -29C5 -26 5 -16 0 -8"), "#f2c230"), shape="M0 -30C20 -30 28 -18 27 -4C26 10 22 30 0 34", light=0.15),
        solid("M0 10C12 8 19 14 19 22C18 31 10 38 0 38", "#e3b58c"),
        pair("M6 17C9 15 13 17 13 20C10 22 7 21 6 17z", INK),
        line(ring, INK, 4.8),
        line(ring, GOLD, 2.8),
    )


def zhu_bajie() -> str:
    """Draw Pigsy: ears like fans, a snout, a monk's small black cap."""
    swirl = "M16 12C24 14 29 8 30 0C33 12 28 26 18 28C24 22 24 16 16 12z"
    return finished(
        ground("#5f8a4e", "#c5dfa0"),
        pair("M16 -14C24 -30 40 -28 43 -20C44 -4 36 10 24 10z", "#e79a97", edge=INK),
        pair("M24 -10C29 -20 36 -20 38 -16C38 -6 33 2 27 3z", "#b95e63"),
        face("#f3b5ae", brows("old"), pair("M3 2C6 -7 16 -9 21 -3C19 6 9 8 3 2z", WHITE), dots([(11, -0.5)], 3, INK), pair(swirl, BLACK), shape="M0 -30C20 -30 30 -18 31 0C32 24 18 36 0 36"),
        line("M-15 31Q0 37 15 31", INK, 1.8),
        solid("M0 8C10 8 16 12 16 18C16 25 9 28 0 28", "#e0827f"),
        pair("M4 15C7 13 10 15 10 18C10 22 5 22 4 15z", "#6d2430"),
        solid("M0 -43C13 -43 24 -38 26 -20C17 -27 8 -28 0 -28", "#25201f"),
        line("M-24 -22C-15 -29 15 -29 24 -22", GOLD, 3.4),
        pompoms([(0, -35)], 4, GOLD),
    )


def sha_seng() -> str:
    """Draw Friar Sand: an indigo face, a bald crown between red hair, a string of skulls."""
    skull = path("M-5 -1C-5 -8 5 -8 5 -1C5 2 3 2 3 5H-3C-3 2 -5 2 -5 -1z", WHITE, stroke=INK, width=1) + line("M-2 -1h0M2 -1h0", INK, 2)
    return finished(
        ground("#d9a75f", "#8a5a22"),
        pair("M18 -26C30 -28 38 -16 37 0C41 4 38 12 40 18C32 22 24 16 22 4z", "#c4391f", edge=INK),
        face("#2e4a78", pair("M3 -6C8 -14 18 -16 25 -10C18 -10 10 -6 5 -2z", "#c4391f"), sockets("round", WHITE), circle(11.5, 0, 5, GOLD), circle(-11.5, 0, 5, GOLD), dots([(11.5, 0)], 2.4, INK), nose("#16284a"), lips(20, "#e7867a", wide=9), shape="M0 -40C20 -40 29 -24 28 -4C28 14 18 30 0 30"),
        line("M-26 -20C-16 -27 16 -27 26 -20", INK, 5), line("M-26 -20C-16 -27 16 -27 26 -20", GOLD, 3.2),
        pompoms([(0, -26)], 3.6, RED),
        "".join(group(skull, move=spot) for spot in ((-26, 30), (-13, 37), (0, 39), (13, 37), (26, 30))),
    )


def tang_seng() -> str:
    """Draw the pilgrim monk: a calm face below the crown of five leaves, a halo."""
    leaf = path("M-7 0C-8 -10 -4 -14 0 -19C4 -14 8 -10 7 0z", "#c4281f", stroke=INK, width=1.3) + path("M-3.5 -2C-4 -8 -2 -10 0 -13C2 -10 4 -8 3.5 -2z", "#f7d34a")
    crown = "".join(group(leaf, move=(x, y), turn=turn) for x, y, turn in ((-24, -15, -26), (24, -15, 26), (-13, -22, -12), (13, -22, 12), (0, -25, 0)))
    return finished(
        ground("#b9492c", "#f2bf6a"),
        circle(0, 2, 37, "#f6d988", stroke="#fff4cf", width=2),
        pair("M22 -12C30 -8 31 12 28 40L20 40C24 24 22 6 18 -4z", WHITE, edge=INK),
        face("#ffe6d2", pair("M4 0C9 -7 18 -8 22 -4C21 4 12 8 6 5z", "#f6bfae"), pair("M4 0Q11 -6 20 -4Q13 4 4 0z", INK), pair("M6 0Q11 -3.5 17 -2.500Q12 2 6 0z", WHITE), dots([(11.5, -0.8)], 2, INK), pair("M4 -8C9 -12 15 -13 21 -11C15 -10.5 9 -9 5 -6z", INK), line("M0 -2C1 3 3 8 2 10Q0 11.5 -2 10", "#c98a6c", 1.3), lips(19, wide=6), dots([(0, -13)], 2, RED)),
        crown,
        line("M-26 -12C-17 -24 17 -24 26 -12", INK, 5.4), line("M-26 -12C-17 -24 17 -24 26 -12", GOLD, 3.6),
    )


def lei_gong() -> str:
    """Draw the god of thunder: a bird's beak, hair of flame, lightning at his sides."""
    bolt = path("M36 -40L28 -22L34 -22L27 -4L42 -27L36 -27L43 -40z", "#ffe36b", stroke=INK, width=1.2)
    flame = "M0 -45C6 -40 7 -36 6 -32C12 -35 14 -40 14 -43C20 -38 22 -32 20 -27C24 -28 26 -30 27 -33C31 -26 30 -16 27 -8L0 -16"
    return finished(
        ground("#2c3440", "#8793a3"),
        mirrored(bolt),
        solid(flame, "#e8611f"),
        face("#3f4f9e", pair("M2 -6C6 -14 16 -17 24 -14C20 -9 12 -6 4 0z", "#ffd54a"), sockets("round", WHITE), dots([(12, 0)], 4.6, RED), dots([(12, 0)], 2.2, INK), shape=ROUND),
        path(whole("M0 2C6 4 12 10 14 17C8 18 5 30 0 43"), "#f4b23a", stroke=INK, width=1.5),
        path("M0 2C6 4 12 10 14 17C8 18 5 30 0 43C3 28 2 12 0 2z", INK, opacity=0.16),
        line("M-11 18C-5 20 5 20 11 18", INK, 1.3), dots([(3.5, 11)], 1.2, INK),
        pair("M20 18C28 20 32 28 40 30C36 38 26 40 16 32z", "#7f8fd0", edge=INK),
    )


def dragon_king() -> str:
    """Draw the Dragon King of the sea: antlers, a muzzle with long whiskers, waves below."""
    antler = "M8 -26C10 -34 16 -40 20 -45C22 -40 20 -37 18 -34C22 -35 26 -38 30 -38C28 -32 22 -29 16 -22z"
    wave = "M-44 36C-40 28 -30 28 -27 34C-24 28 -14 28 -11 34C-8 28 8 28 11 34C14 28 24 28 27 34C30 28 40 28 44 36C44 42 42 44 36 44L-36 44C-42 44 -44 42 -44 36z"
    return finished(
        ground("#1c4d8f", "#7fc0e8"),
        pair(antler, "#f6dd94", edge=INK),
        pair("M20 -14C30 -22 36 -20 40 -26C41 -16 40 -10 42 -4C36 -4 36 2 40 8C32 10 26 8 22 2z", WHITE, edge=INK),
        face("#35a08a", pair("M3 -7C8 -16 18 -18 25 -14C20 -10 12 -8 5 -3z", WHITE), sockets("round", "#f7e27a"), dots([(12, 0)], 3, INK), path(whole("M0 -30C5 -26 5 -18 0 -12"), "#f7d34a"), shape="M0 -30C18 -30 25 -22 25 -8C25 4 24 10 24 18C24 28 14 34 0 34"),
        path(whole("M0 8C8 4 18 8 20 15C20 22 10 22 0 22"), "#5cc4a6", stroke=INK, width=1.3),
        dots([(8, 13)], 2.2, INK),
        line(both("M14 18C26 12 32 22 38 16"), INK, 4), line(both("M14 18C26 12 32 22 38 16"), "#f7d34a", 2.2),
        path(wave, "#8fd0ee", stroke=INK, width=1.2),
        line("M-36 39C-33 35 -30 36 -28 40M-20 39C-17 35 -14 36 -12 40M-4 39C-1 35 2 36 4 40M12 39C15 35 18 36 20 40M28 39C31 35 34 36 36 40", WHITE, 1.4),
    )


def leopard() -> str:
    """Draw the Golden Leopard demon: a coin on his brow, spots, fangs."""
    coin = circle(0, -20, 8, "#fff0b8", stroke=INK, width=1.3) + rect(-3, -23, 6, 6, "#7a3d10")
    return finished(
        ground("#6d3a16", "#e0a24a"),
        dots([(26, -27)], 11, "#f2b632", edge=0.8), dots([(27, -28)], 5.5, "#4a2610"),
        face("#f2b632", pair("M3 -4C8 -12 18 -13 26 -9C22 2 12 9 4 3z", WHITE), pair("M4 0C9 -8 18 -9 23 -6C20 3 10 7 4 0z", INK), pair("M6 0Q12 -6 20 -5Q14 3 6 0z", "#7ed06a"), dots([(12.5, -2)], 2.2, INK), coin, dots([(16, -25), (23, -17), (29, -4), (30, 5), (25, 12), (13, -17)], 2.6, "#7a3d10"), shape="M0 -34C24 -34 34 -18 34 0C34 20 20 34 0 34"),
        path(whole("M0 9C8 6 18 10 19 18C18 28 8 30 0 30"), WHITE, stroke=INK, width=1.2),
        path(whole("M0 7C5 7 7 9 6 12C4 15 2 15 0 17"), "#c4391f", stroke=INK, width=1),
        line("M0 16V20M-9 21Q-4 24 0 20Q4 24 9 21", INK, 1.6),
        pair("M5 23L7 29L9 22z", INK), dots([(10, 15), (13, 19)], 0.8, INK),
        line(both("M20 17L40 13M20 21L39 23"), WHITE, 1.4),
    )


def crab_general() -> str:
    """Draw the crab general: two claws raised, eyes on stalks, the crab's shell for a face."""
    claw = "M22 4C33 2 38 -6 38 -13C31 -17 27 -28 33 -42C36 -37 36 -31 37 -27C39 -32 41 -36 42 -40C46 -28 45 -12 39 0C35 8 28 12 22 12z"
    return finished(
        ground("#9adbd0", "#e6faf3"),
        line(both("M20 26L36 30L41 40M22 20L40 20L44 28M14 32L26 40"), INK, 5.6), line(both("M20 26L36 30L41 40M22 20L40 20L44 28M14 32L26 40"), "#e0622a", 3.6),
        pair(claw, "#e0622a", edge=INK),
        line(both("M9 -10L11 -28"), INK, 5.2), line(both("M9 -10L11 -28"), "#e0622a", 3.4),
        dots([(11, -31)], 6.5, WHITE, edge=0.8), dots([(11, -30)], 3, INK),
        solid("M0 -16C18 -18 32 -8 32 6C32 24 18 36 0 36", "#ef7434"),
        pair("M4 2C9 -8 20 -10 26 -2C20 -4 12 0 7 6z", BLACK),
        pair("M6 9C10 2 19 2 22 7C18 13 10 14 6 9z", WHITE), dots([(14, 8)], 2.8, INK),
        path(whole("M0 -12C5 -10 6 -2 0 6"), "#ffd98a", stroke=INK, width=1),
        path("M-10 24Q0 18 10 24Q0 32 -10 24z", "#7d1411", stroke=INK, width=1.2),
        dots([(20, 18), (25, 12)], 1.6, "#ffd98a"),
    )


def white_tiger() -> str:
    """Draw the White Tiger star: stripes of ink, the mark of a king between the brows."""
    stripes = pair("M12 -30C13 -24 17 -20 22 -18C19 -24 19 -28 20 -31zM34 -6C28 -6 24 -4 21 0C26 1 31 0 34 1zM33 9C28 8 24 10 21 13C26 14 29 14 31 15z", INK)
    return finished(
        ground("#2e2b33", "#8b8794"),
        dots([(25, -28)], 11, WHITE, edge=0.8), dots([(26, -29)], 5.5, "#e59a9a"),
        face(WHITE, stripes, pair("M3 -3C8 -11 18 -12 25 -8C20 0 11 5 3 2z", INK), pair("M6 0Q12 -6 20 -5Q14 3 6 0z", "#ffd54a"), dots([(12.5, -2)], 2.2, INK), line("M-7 -27H7M-6 -21H6M-7 -15H7M0 -27V-15", RED, 2.8), shape="M0 -34C24 -34 35 -18 35 0C35 20 20 35 0 35"),
        path(whole("M0 5C6 5 8 8 6 11C4 14 2 14 0 16"), "#e07a7a", stroke=INK, width=1),
        path("M-15 20C-8 16 8 16 15 20C13 30 -13 30 -15 20z", "#8e1a17", stroke=INK, width=1.3),
        pair("M6 18L9 26L12 18.500z", WHITE), line("M0 15V18", INK, 1.6),
        line(both("M20 18L40 15M20 21L39 25"), WHITE, 1.3),
    )


def king_yama() -> str:
    """Draw the king of the dead: strings of jade hang before his dark face from a flat crown."""
    strings = "".join(f"M{x} -26V-8" for x in (-30, -22, -14, -6, 6, 14, 22, 30))
    return finished(
        ground("#3f2a5c", "#a884d8"),
        tassels("#f0c94a", x=36, top=-24, bottom=26),
        face("#4b7d6e", pair("M3 2C5 -8 16 -12 24 -9C22 0 12 8 3 4z", "#f2f0d8"), pair("M5 1Q10 -6 19 -5Q14 5 5 1z", INK), dots([(12, -1)], 2.4, "#ffd54a"), nose("#1f3d36"), shape=SQUARE),
        beard_full("#1b1716", "#6a605d", bottom=43),
        solid("M0 -37C16 -37 25 -30 26 -14C17 -21 8 -22 0 -22", "#23201f"),
        path("M-38 -43L38 -43L42 -35C20 -31 -20 -31 -42 -35z", "#f0c94a", stroke=INK, width=1.5),
        line("M-33 -40H33", "#b3701a", 1.6),
        line("M-34 -32V-14M-27 -31V-11M-20 -31V-9M34 -32V-14M27 -31V-11M20 -31V-9M-12 -31V-12M12 -31V-12M0 -31V-14", "#fff4cf", 2.2),
    )


def white_ghost() -> str:
    """Draw the White Ghost of the underworld: the tall hat, a smile, a red tongue to the waist."""
    smile = line("M-12 16Q0 22 12 16", INK, 1.6)
    look = pair("M4 -7C10 -10 18 -7 22 0C16 -4 10 -5 5 -3z", INK) + pair("M5 2Q12 -4 19 3Q12 6 5 2z", INK) + dots([(12, 1.5)], 1.6, WHITE)
    return finished(
        ground("#46505f", "#a7b4c4"),
        pair("M20 -8C28 -4 31 14 27 38C20 32 18 18 18 6z", HAIR, edge=INK),
        group(face("#fdfdfb", look, dots([(16, 10)], 4, "#f0a9a9"), smile, shape=LONG), move=(0, 4)),
        path("M-5.5 22.5L5.5 22.5C7 34 6 40 0 43C-6 40 -7 34 -5.5 22.500z", "#d8261c", stroke=INK, width=1.3),
        line("M0 26V36", "#8e1a17", 1.3),
        solid("M0 -44L12 -44L17 -18L25 -9C16 -14 8 -15 0 -15", "#fdfdfb"),
        rect(-4.5, -40, 9, 20, "#d8261c", round=1.5),
        pearls("M0 -36.500V-22", "#fdfdfb", size=2.8, gap=4.6),
    )


SPIRITS = (
    Drawing("sun wukong", "孙悟空", "孙", sun_wukong()),
    Drawing("erlang shen", "二郎神", "郎", erlang_shen()),
    Drawing("zhong kui", "钟馗", "钟", zhong_kui()),
    Drawing("nezha", "哪吒", "哪", nezha()),
    Drawing("bull demon king", "牛魔王", "牛", bull_demon()),
    Drawing("zhu bajie", "猪八戒", "猪", zhu_bajie()),
    Drawing("sha seng", "沙僧", "沙", sha_seng()),
    Drawing("tang seng", "唐僧", "唐", tang_seng()),
    Drawing("thunder god", "雷公", "雷", lei_gong()),
    Drawing("dragon king", "龙王", "龙", dragon_king()),
    Drawing("golden leopard", "金钱豹", "豹", leopard()),
    Drawing("crab general", "蟹将", "蟹", crab_general()),
    Drawing("white tiger", "白虎", "虎", white_tiger()),
    Drawing("king yama", "阎王", "阎", king_yama()),
    Drawing("white ghost", "白无常", "常", white_ghost()),
)
