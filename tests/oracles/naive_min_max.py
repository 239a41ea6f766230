"""Min-max by plain recursion, as document 003 prints it."""


def value(game, state, depth=None, evaluate=None):
    """The value; the evaluation is called at terminal states and at depth 0."""
    evaluate = evaluate or game.outcome
    successors = game.successors(state)
    if not successors or depth == 0:
        return evaluate(state)
    below = [value(game, after, None if depth is None else depth - 1, evaluate) for after in successors]
    return min(below) if game.player(state) else max(below)


def calls(game, state):
    """Calls and leaves of the function above, without depth."""
    below = [calls(game, after) for after in game.successors(state)]
    return 1 + sum(c for c, _ in below), sum(n for _, n in below) or 1
