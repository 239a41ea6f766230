"""Morpion : min-max avec mémoire, min-max de profondeur limitée.

Complétez les cinq endroits marqués (1) à (5). Une grille est une chaîne de neuf marques « X », « O » ou « . », ligne
par ligne ; le joueur 0 écrit X et commence, le joueur 1 écrit O.
"""

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
V_MAX = 100


def outcome(grid):
    """Renvoie 1 si X a une ligne, −1 si O en a une, 0 sinon."""
    for mark, value in (("X", 1), ("O", -1)):
        if any(all(grid[cell] == mark for cell in line) for line in LINES):
            return value
    return 0


def successors(player, grid):
    """Renvoie les grilles auxquelles mène un coup du joueur ; aucune si la partie est finie."""
    if outcome(grid) != 0:
        return []
    mark = "XO"[player]
    return [grid[:cell] + mark + grid[cell + 1 :] for cell in range(9) if grid[cell] == "."]


def heuristic(grid):
    """Renvoie le nombre de lignes ouvertes à X moins celui des lignes ouvertes à O ; 100 ou −100 après un gain."""
    if outcome(grid) != 0:
        return V_MAX * outcome(grid)
    marks = [[grid[cell] for cell in line] for line in LINES]
    return sum(("O" not in line) - ("X" not in line) for line in marks)


def min_max(player, grid, memory):
    """Renvoie la valeur d’une grille, 1, 0 ou −1 ; `memory` la garde, pour n’explorer chaque grille qu’une fois."""
    # (1) Si la valeur de la grille est connue, la renvoyer.
    if grid in memory:
        return memory[grid]

    following = successors(player, grid)
    value = outcome(grid)
    # (2) La meilleure valeur pour le joueur parmi celles des grilles successeurs.
    if following:
        value = (max, min)[player](min_max(1 - player, after, memory) for after in following)

    # (3) Garder la valeur.
    memory[grid] = value

    return value


def depth_limited(player, grid, depth):
    """Renvoie la valeur min-max d’une grille, l’heuristique remplaçant la recherche au-delà de `depth` coups."""
    following = successors(player, grid)
    # (4) Quand la recherche s’arrête-t-elle, et avec quelle valeur ?
    if depth == 0 or not following:
        return heuristic(grid)

    # (5) La meilleure valeur pour le joueur, un coup moins profond.
    return (max, min)[player](depth_limited(1 - player, after, depth - 1) for after in following)
