"""Scheduling: on one machine, in a project and in a flow shop."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from answers.author import (
    Criterion,
    Draws,
    Interval,
    Written,
    choices,
    draw_graph,
    draw_table,
    exam,
    integers,
    permutation,
    question,
    sequence,
    set_of,
    shared,
)

JOBS = "ABCDEF"

# One machine: questions 1 to 4.


@dataclass(frozen=True)
class Workshop:
    """The processing times and the due dates of the jobs A to F."""

    times: tuple[int, ...]
    dues: tuple[int, ...]

    def time(self, job: str) -> int:
        """Return the processing time of a job."""
        return self.times[JOBS.index(job)]

    def due(self, job: str) -> int:
        """Return the due date of a job."""
        return self.dues[JOBS.index(job)]

    def by_time(self) -> list[str]:
        """Return the jobs in the order of their times (SPT)."""
        return sorted(JOBS, key=self.time)

    def by_due(self, jobs: Iterable[str] = JOBS) -> list[str]:
        """Return jobs in the order of their due dates (EDD)."""
        return sorted(jobs, key=self.due)

    def ends(self, order: Iterable[str]) -> dict[str, int]:
        """Return the completion time of each job that is processed in this order."""
        ends: dict[str, int] = {}
        for job in order:
            ends[job] = max(ends.values(), default=0) + self.time(job)
        return ends

    def lateness(self, order: Iterable[str]) -> int:
        """Return the maximum lateness."""
        return max(end - self.due(job) for job, end in self.ends(order).items())

    def late(self, order: Iterable[str]) -> list[str]:
        """Return the jobs that end after their due dates."""
        return sorted(job for job, end in self.ends(order).items() if end > self.due(job))

    def on_time(self, *, refuse_last: bool = False) -> list[str]:
        """Return the jobs that Moore and Hodgson's algorithm selects, or those if the late job itself is refused."""
        selected: list[str] = []
        for job in self.by_due():
            selected.append(job)
            if self.late(selected):
                selected.remove(job if refuse_last else max(selected, key=self.time))
        return sorted(selected)


def rules_differ(workshop: Workshop) -> bool:
    """Tell whether each rule gives another result, and some job must be late."""
    by_due, selected = workshop.by_due(), workshop.on_time()
    return (
        workshop.lateness(workshop.by_time()) > workshop.lateness(by_due) > 0
        and len(workshop.late(by_due)) >= 2
        and len(workshop.on_time(refuse_last=True)) < len(selected) <= 4
    )


@shared(until=rules_differ)
def workshop(draws: Draws) -> Workshop:
    """Draw different times and due dates; a long job has the first due date, so that it must be late."""
    times = (draws.integer(11, 14), *draws.shuffled(range(3, 11))[:5])
    dues = (draws.integer(low, low + 1) for low in (14, 17, 19, 22, 24, 27))
    jobs = draws.shuffled(tuple(zip(times, dues, strict=True)))
    return Workshop(tuple(time for time, _ in jobs), tuple(due for _, due in jobs))


workshop.drawing(lambda workshop: draw_table([("p", *workshop.times), ("d", *workshop.dues)], header=("", *JOBS)))


@question(
    points=2,
    parts="ab",
    kind={"a": permutation(*JOBS), "b": integers(1, 10, 400)},
    needs=workshop,
    tags="scheduling one-machine",
    difficulty=1,
)
def flow_time(workshop: Workshop) -> tuple[list[str], int]:
    """Return the order of the times, and its sum of completion times."""
    order = workshop.by_time()
    return order, sum(workshop.ends(order).values())


flow_time.text(
    fr=r"""
    Une machine traite six tâches, de A à F, l’une après l’autre à partir de la date 0. La tâche $j$ dure $p_j$, finit à
    la date $C_j$ et devrait être finie au plus tard à la date $d_j$, son échéance ; le tableau donne les $p_j$ et les
    $d_j$.
    (a) Donner l’ordre pour lequel la somme des dates de fin $\sum C_j$ est minimale. (b) Combien vaut cette somme ?
    """,
    en=r"""
    A machine processes six jobs, A to F, one after the other from time 0. Job $j$ takes the time $p_j$, ends at time
    $C_j$ and should end at time $d_j$, its due date; the table gives $p_j$ and $d_j$. (a) Give the order with the
    smallest sum of completion times $\sum C_j$. (b) What is this sum?
    """,
)
flow_time.labels(fr=["ordre :"], en=["order:"], parts="a")
flow_time.labels(fr=["somme ="], en=["sum ="], parts="b")
flow_time.mistake(
    "longest-first",
    lambda workshop: (workshop.by_time()[::-1], sum(workshop.ends(workshop.by_time()[::-1]).values())),
    fr="Placer d’abord les tâches les plus longues fait attendre toutes les autres : c’est le pire des ordres.",
    en="The longest jobs first make all others wait: this is the worst order.",
)
flow_time.hint(
    fr="On place les plus courtes d’abord : les dates de fin sont "
    "{{ workshop.ends(answer[0]).values() | join(', ') }}.",
    en="The shortest jobs first. The completion times are {{ workshop.ends(answer[0]).values() | join(', ') }}.",
)


@question(
    points=3,
    parts="abc",
    kind={"a": permutation(*JOBS), "b": integers(1, -50, 100), "c": choices(*JOBS, boxes=True)},
    needs=workshop,
    tags="scheduling one-machine",
    difficulty=2,
)
def lateness(workshop: Workshop) -> tuple[list[str], int, list[str]]:
    """Return the order of the due dates, its maximum lateness and its late jobs."""
    order = workshop.by_due()
    return order, workshop.lateness(order), workshop.late(order)


lateness.text(
    fr=r"""
    (a) Donner un ordre de ces tâches qui minimise leur plus grand retard algébrique $L_{\max} = \max_j (C_j - d_j)$.
    (b) Combien vaut ce minimum ? (c) Quelles tâches sont en retard dans l’ordre des échéances croissantes ?
    """,
    en=r"""
    (a) Give an order of these jobs that minimises the maximum lateness $L_{\max} = \max_j (C_j - d_j)$. (b) What is
    this minimum? (c) Which jobs are late in the order of increasing due dates?
    """,
)
lateness.labels(fr=["ordre :"], en=["order:"], parts="a")
lateness.labels(r"$L_{\max} =$", parts="b")
lateness.labels(fr=["en retard :"], en=["late:"], parts="c")
lateness.accept(lambda order, workshop: workshop.lateness(order) == workshop.lateness(workshop.by_due()), parts="a")
lateness.mistake(
    "shortest-first",
    lambda workshop: (order := workshop.by_time(), workshop.lateness(order), workshop.late(order)),
    fr="L’ordre des durées croissantes minimise la somme des dates de fin, et non le plus grand retard.",
    en="The order of times minimises the sum of completion times, not the maximum lateness.",
)
lateness.hint(
    fr="Dans l’ordre des échéances croissantes, les dates de fin sont "
    "{{ workshop.ends(answer[0]).values() | join(', ') }}.",
    en="In the order of due dates, the completion times are {{ workshop.ends(answer[0]).values() | join(', ') }}.",
)


@question(points=3, kind=set_of(*JOBS), needs=workshop, tags="scheduling one-machine", difficulty=3)
def on_time(workshop: Workshop) -> list[str]:
    """Return the jobs that the algorithm of Moore and Hodgson selects."""
    return workshop.on_time()


on_time.text(
    fr="Donner un ensemble, le plus grand possible, de tâches qui peuvent toutes être finies à temps.",
    en="Give a largest set of these jobs that can all be finished on time.",
)
on_time.labels(fr=["à temps :"], en=["on time:"])
on_time.accept(lambda jobs, workshop: len(jobs) == len(workshop.on_time()) and not workshop.late(workshop.by_due(jobs)))
on_time.mistake(
    "late-job-refused",
    lambda workshop: workshop.on_time(refuse_last=True),
    fr="Quand une tâche est en retard, on retire la plus longue des tâches choisies, et non celle qui est en retard.",
    en="When a job is late, the longest of the selected jobs is removed, not the late one.",
)
on_time.hint(
    fr=(
        "On ajoute les tâches par échéances croissantes ; dès que l’une d’elles est en retard, on retire la plus "
        "longue des tâches choisies."
    ),
    en="Add the jobs by increasing due dates; as soon as one is late, remove the longest one.",
)


@question(
    points=3,
    kind=Written(
        lines=6,
        criteria=[
            Criterion("exchange", 1, fr="échange de deux tâches consécutives", en="exchange of two consecutive jobs"),
            Criterion("no-increase", 1, fr="le plus grand retard ne croît pas", en="the maximum does not increase"),
            Criterion("induction", 1, fr="répétition jusqu’à l’ordre voulu", en="repetition up to the order"),
        ],
        note="Accept an argument by contradiction on a first inversion.",
    ),
    needs=(),
    tags="scheduling one-machine proof",
    difficulty=3,
)
def exchange() -> str:
    """Return a model proof."""
    return (
        "If j follows i immediately and d(i) > d(j), exchange them: j ends earlier,\n"
        "and i ends at the time C when j ended. As C − d(i) < C − d(j), the maximum\n"
        "does not increase. Finitely many exchanges give the order of the due dates."
    )


exchange.text(
    fr=r"Démontrer, par un argument d’échange, que l’ordre des échéances croissantes minimise $L_{\max}$.",
    en=r"Prove, by an exchange argument, that the order of increasing due dates minimises $L_{\max}$.",
)

# A project: question 5.

TASKS = "ABCDEFGH"


@dataclass(frozen=True)
class Project:
    """The durations of the tasks A to H, the pairs (before, after), and a task that is not critical."""

    durations: tuple[int, ...]
    pairs: tuple[tuple[str, str], ...]
    task: str = ""

    def duration(self, task: str) -> int:
        """Return the duration of a task."""
        return self.durations[TASKS.index(task)]

    def before(self, task: str) -> list[str]:
        """Return the tasks that must end before a task."""
        return [first for first, second in self.pairs if second == task]

    def paths(self, task: str) -> list[list[str]]:
        """Return all paths to a task, from tasks that wait for none."""
        longer = [[*path, task] for before in self.before(task) for path in self.paths(before)]
        return longer or [[task]]

    def length(self, path: Sequence[str]) -> int:
        """Return the sum of the durations on a path."""
        return sum(self.duration(task) for task in path)

    def critical_path(self) -> list[str]:
        """Return a longest path."""
        return max((path for task in TASKS for path in self.paths(task)), key=self.length)

    def earliest(self, task: str) -> int:
        """Return the earliest starting time of a task."""
        return max(self.length(path) for path in self.paths(task)) - self.duration(task)

    def slack(self, task: str) -> int:
        """Return by how much a task may start later than at the earliest."""
        through = [path for last in TASKS for path in self.paths(last) if task in path]
        return self.length(self.critical_path()) - max(map(self.length, through))


@shared
def project(draws: Draws) -> Project:
    """Draw a project in which some task after the first ones is not critical."""

    def drawn(again: Draws) -> Project:
        durations = tuple(again.integer(2, 12) for _ in TASKS)
        first, second = again.sample(("AB", "AC", "BC"), 2)
        pairs = {(task, "D") for task in first} | {(task, "E") for task in second}
        pairs |= {("D", "F"), (again.choice("BE"), "F"), ("E", "G"), (again.choice("CD"), "G")}
        pairs |= {("F", "H"), (again.choice("EG"), "H")}
        return Project(durations, tuple(sorted(pairs)))

    found = draws.until(drawn, lambda project: any(project.slack(task) for task in "DEFG"))
    return replace(found, task=draws.choice([task for task in "DEFG" if found.slack(task)]))


@project.drawing
def project_graph(project: Project) -> str:
    """Draw the tasks between the start s and the end t."""
    arcs = [(before, after, project.duration(before)) for before, after in project.pairs]
    arcs += [("s", task, 0) for task in TASKS if not project.before(task)]
    arcs += [(task, "t", project.duration(task)) for task in TASKS if task not in {first for first, _ in project.pairs}]
    places = {"s": (0, 1), "A": (1.3, 2), "B": (0.7, 1), "C": (1.4, 0), "D": (2, 1.7), "E": (2.1, 0.4)}
    places |= {"F": (3, 1.9), "G": (3.1, 0), "H": (4, 1.5), "t": (5, 1)}
    return draw_graph(arcs, nodes=("s", *TASKS, "t"), directed=True, positions=places, width=560, height=170)


@question(
    points=4,
    parts="abc",
    kind={"a": integers(1, 4, 99), "b": sequence(*TASKS, longest=6), "c": Interval(width=9)},
    needs=project,
    tags="scheduling critical-path graphs",
    difficulty=2,
)
def critical(project: Project) -> tuple[int, list[str], tuple[int, int, bool, bool]]:
    """Return the length of the project, a critical path, and the possible starting times of a task."""
    path, start = project.critical_path(), project.earliest(project.task)
    return project.length(path), path, (start, start + project.slack(project.task), True, True)


critical.text(
    fr="""
    Un projet a huit tâches, de A à H. Un arc d’une tâche à une autre signifie que la première doit être finie quand
    la seconde commence ; il porte la durée de la première. Le projet commence en $s$, à la date 0, et finit en $t$.
    (a) Quelle est sa durée minimale ? (b) Donner un chemin critique, sans $s$ ni $t$. (c) Dans quel intervalle peut-on
    choisir la date de début de la tâche {{ project.task }} sans allonger le projet ?
    """,
    en="""
    A project has eight tasks, A to H. An arc from a task to another means that the first must be finished when the
    second one starts; its label is the duration of the first. The project starts in $s$, at time 0, and ends in $t$.
    (a) What is its smallest duration? (b) Give a critical path, without $s$ and $t$. (c) In which interval can the
    starting time of task {{ project.task }} be chosen without making the project longer?
    """,
)
critical.labels(fr=["durée ="], en=["duration ="], parts="a")
critical.labels(fr=["chemin :"], en=["path:"], parts="b")
critical.labels(fr=["début :"], en=["start:"], parts="c")
critical.accept(
    lambda path, project: {*pairwise(path)} <= {*project.pairs} and project.length(path) == critical(project)[0],
    parts="b",
)


def latest_end(project: Project) -> tuple[int, list[str], tuple[int, int, bool, bool]]:
    """Answer with the latest end of the task in place of its latest start."""
    length, path, (low, high, has_low, has_high) = critical(project)
    return length, path, (low, high + project.duration(project.task), has_low, has_high)


critical.mistake(
    "latest-end",
    latest_end,
    fr="La borne supérieure donnée est la date de fin au plus tard ; or on demande la date de début au plus tard.",
    en="The interval ends at the latest time of completion; starting times were asked for.",
)
critical.hint(
    fr="Le chemin {{ answer[1] | join(', ') }} a pour longueur {{ answer[0] }}. La tâche {{ project.task }} commence "
    "au plus tôt à la date {{ answer[2][0] }} et au plus tard à la date {{ answer[2][1] }}.",
    en="The path {{ answer[1] | join(', ') }} has length {{ answer[0] }}. Task {{ project.task }} starts at "
    "{{ answer[2][0] }} at the earliest and at {{ answer[2][1] }} at the latest.",
)

# A flow shop with two machines: questions 6 and 7.


@dataclass(frozen=True)
class FlowShop:
    """The times of the jobs A to F on the machines M1 and M2."""

    first: tuple[int, ...]
    second: tuple[int, ...]

    def times(self, job: str) -> tuple[int, int]:
        """Return the times of a job on both machines."""
        return self.first[JOBS.index(job)], self.second[JOBS.index(job)]

    def ends(self, order: Sequence[str]) -> list[int]:
        """Return the completion times on M2, in this order."""
        one, two, ends = 0, 0, []
        for job in order:
            one += self.times(job)[0]
            two = max(one, two) + self.times(job)[1]
            ends.append(two)
        return ends

    def johnson(self, sign: int = -1) -> list[str]:
        """Return the order of Johnson's rule; the jobs that are shorter on M2 by increasing times if the sign is 1."""
        first = [job for job in JOBS if self.times(job)[0] < self.times(job)[1]]
        first.sort(key=lambda job: self.times(job)[0])
        rest = sorted({*JOBS} - {*first}, key=lambda job: sign * self.times(job)[1])
        return first + rest


def order_matters(shop: FlowShop) -> bool:
    """Tell whether two other orders are longer, and M2 must wait in the best one."""
    best = shop.ends(shop.johnson())[-1]
    waits = best > shop.times(shop.johnson()[0])[0] + sum(shop.second)
    return waits and shop.ends(shop.johnson(1))[-1] > best and shop.ends(JOBS)[-1] > best


@shared(until=order_matters)
def shop(draws: Draws) -> FlowShop:
    """Draw two rows of different times, in which the order matters."""
    return FlowShop(draws.shuffled(range(3, 15))[:6], draws.shuffled(range(2, 14))[:6])


shop.drawing(lambda shop: draw_table([("M1", *shop.first), ("M2", *shop.second)], header=("", *JOBS)))
shop.mistake(
    "machines-exchanged",
    lambda shop: FlowShop(shop.second, shop.first),
    fr="Chaque tâche passe d’abord sur M1, ensuite sur M2 ; les deux machines ont été échangées.",
    en="Each job is processed on M1 first, then on M2; the two machines were exchanged.",
)


@question(points=3, kind=permutation(*JOBS), needs=shop, tags="scheduling flow-shop", difficulty=2)
def johnson(shop: FlowShop) -> list[str]:
    """Return the order of Johnson's rule."""
    return shop.johnson()


johnson.text(
    fr="""
    Six tâches, de A à F, passent toutes sur la machine M1, puis sur la machine M2, dans le même ordre. Le tableau
    donne leurs durées. Donner un ordre pour lequel tout est fini le plus tôt possible.
    """,
    en="""
    Six jobs, A to F, are all processed on machine M1, then on machine M2, in the same order. The table gives their
    times. Give an order for which everything is finished as early as possible.
    """,
)
johnson.labels(fr=["ordre :"], en=["order:"])
johnson.accept(lambda order, shop: shop.ends(order)[-1] == shop.ends(shop.johnson())[-1])
johnson.mistake(
    "second-group-increasing",
    lambda shop: shop.johnson(1),
    fr="Les tâches plus courtes sur M2 que sur M1 se rangent par durées décroissantes sur M2.",
    en="The jobs that are shorter on M2 come by decreasing times on M2.",
)
johnson.hint(
    fr="D’après la règle de Johnson, on place d’abord les tâches plus courtes sur M1 que sur M2, par durées "
    "croissantes sur M1, ensuite les autres, par durées décroissantes sur M2.",
    en="Johnson’s rule: first the jobs that are shorter on M1, by increasing times on M1, then the others, by "
    "decreasing times on M2.",
)


@question(
    points=2, parts="ab", kind=integers(1, 4, 200), needs=(shop, johnson), tags="scheduling flow-shop", difficulty=2
)
def shop_ends(shop: FlowShop, order: Sequence[str]) -> tuple[int, int]:
    """Return when M2 has finished all jobs, and the first three of them."""
    ends = shop.ends(order)
    return ends[-1], ends[2]


shop_ends.text(
    fr="""
    Dans votre ordre de la question {{ Q("johnson") }}, à quelle date la machine M2 a-t-elle fini (a) toutes les tâches,
    (b) les trois premières ?
    """,
    en="""
    In your order of question {{ Q("johnson") }}, at what time has machine M2 finished (a) all jobs, (b) the first
    three?
    """,
)
shop_ends.labels(fr=["date ="], en=["time ="])
shop_ends.mistake(
    "no-waiting",
    lambda shop, order: (
        shop.times(order[0])[0] + sum(shop.second),
        shop.times(order[0])[0] + sum(shop.times(job)[1] for job in order[:3]),
    ),
    fr="La machine M2 doit parfois attendre que M1 ait fini la tâche suivante.",
    en="Machine M2 must sometimes wait until M1 has finished the next job.",
)
shop_ends.hint(
    fr="Dans l’ordre de Johnson, M2 finit les tâches aux dates {{ shop.ends(shop.johnson()) | join(', ') }}.",
    en="In Johnson’s order, M2 finishes the jobs at the times {{ shop.ends(shop.johnson()) | join(', ') }}.",
)

# Examples are for u₀ = 17.
flow_time.examples("a: ACBEFD | right", "a: A, C, B, E, F, D | right", "a: D F E B C A | wrong", "b: 123 | right")
lateness.examples("a: D → C → A → E → F → B | right", "b: 18 | right", "c: A, B, C, E, F | right", "c: ABC | wrong")
on_time.examples("{A, B, C, E} | right", "E A C | wrong")
critical.examples("a: 32 | right", "b: A-D-F-H | right", "b: ADH | wrong", "c: [4 ; 10] | right", "c: [4 ; 10[ | wrong")
johnson.examples("A, F, D, E, B, C | right", "A B C D E F | wrong")
shop_ends.examples("a: 60 | right", "b: 36 | right", "b: 30 | wrong")

EXAM = exam(
    __name__,
    title={"fr": "Ordonnancement", "en": "Scheduling"},
    source={"fr": "Recherche opérationnelle, licence 3", "en": "Operations research, third year"},
)
