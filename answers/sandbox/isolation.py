"""Restrictions that a process puts on itself, irrevocably, before it runs untrusted code or reads untrusted files.

The process exchanges lines with its parent through separate streams, and its memory is limited. Landlock allows it to
read Python's own files and to write none; seccomp allows the system calls that a computation needs. The parent process
may have added bubblewrap. `possible_actions` tries which forbidden actions are still possible.
"""

import errno
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import BinaryIO, Final

OWN: Final = str(Path(__file__).parents[1])
"""Folder of the package `answers`."""
STANDARD: Final = Path(os.__file__).resolve().parent
"""Folder of the standard library."""
CALLS: Final = """
    access arch_prctl brk clock_getres clock_gettime clock_nanosleep close close_range dup dup2 dup3 epoll_create1
    epoll_ctl epoll_pwait epoll_wait eventfd2 exit exit_group faccessat faccessat2 fadvise64 fstat fstat64
    fstatfs futex getcwd getdents64 getegid geteuid getgid getpid getppid getrandom getrusage getsid gettid gettimeofday
    getuid ioctl _llseek lseek lstat madvise membarrier mmap mmap2 mprotect mremap munmap nanosleep newfstatat fstatat64
    pipe pipe2 poll ppoll pread64 preadv read readlink readlinkat readv restart_syscall rseq rt_sigaction
    rt_sigprocmask rt_sigreturn sched_getaffinity sched_yield select pselect6 set_robust_list set_tid_address
    sigaltstack stat statfs statx sysinfo times uname ugetrlimit getrlimit write writev
"""
"""Names of the system calls that are allowed with any arguments."""
WRITE_FLAGS: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
"""Flags of `open` that allow more than reading a file."""


def protocol_streams() -> tuple[BinaryIO, BinaryIO]:
    """Return binary streams for questions and answers; what a library prints goes to standard error from now on."""
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return questions, answers


def size() -> int:
    """Return the size of the virtual memory of this process in bytes, 0 on systems without /proc."""
    with suppress(OSError), open("/proc/self/statm", "rb") as status:  # noqa: PTH123 - without pathlib
        return int(status.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def limit_memory(beyond: int) -> None:
    """Limit the memory of this process, for good, to `beyond` bytes more than it has now, and forbid core dumps.

    On systems without /proc, memory is not limited; without the module `resource` (Windows), nothing is.
    """
    with suppress(OSError, ImportError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if current := size():
            resource.setrlimit(resource.RLIMIT_AS, (current + beyond, current + beyond))


def readable_paths(*, with_packages: bool = True) -> list[str]:
    """Return the files and folders that a sandboxed process may read: those of Python and of the system's libraries.

    Without `with_packages`, installed packages and `answers` are left out, wherever they are installed: they may have
    the solutions of exams. Only existing paths are returned.
    """
    if with_packages:
        packages = [sys.prefix, *(path for path in sys.path if path.endswith("-packages")), OWN]
        folders = ["/usr", "/lib", "/lib64", "/etc/ld.so.cache", sys.base_prefix, *packages]
        return [folder for folder in dict.fromkeys(folders) if os.path.exists(folder)]  # noqa: PTH110 - links stay
    prefixes, names = ("/", "/usr", "/usr/local", sys.base_prefix), ("lib", "lib32", "lib64", "share/zoneinfo")
    places = [*(Path(prefix, name) for prefix in prefixes for name in names), Path("/etc/ld.so.cache"), STANDARD]
    existing = dict.fromkeys(place.resolve() for place in places if place.exists())
    hidden = {Path(OWN), *(folder for place in existing for folder in place.glob("*py*/*-packages"))}
    hidden.update(STANDARD.glob("*-packages"))
    return [path for place in existing for path in _around(str(place), [str(folder) for folder in hidden])]


def _around(place: str, hidden: Sequence[str]) -> Iterator[str]:
    """Yield the paths that together have the content of a file or folder, without the folders `hidden`."""
    # Links in a folder that has hidden ones are left out: their targets count where they are.
    if any(f"{place}/".startswith(f"{folder}/") for folder in hidden):
        return
    if not any(folder.startswith(f"{place}/") for folder in hidden):
        yield place
        return
    for inner in os.scandir(place):
        if not inner.is_symlink():
            yield from _around(inner.path, hidden)


def enter_sandbox(*folders: str, with_packages: bool = True) -> None:
    """Forbid this process to write files, to read files outside `readable_paths` and `folders`, and most system calls.

    With `with_packages`, the process may read installed packages, else only the standard library. The restrictions
    cannot be removed. Those that the system does not support are left out, without an error.
    """
    unsupported = (ImportError, OSError, RuntimeError, AttributeError)
    with suppress(*unsupported), ExitStack() as last:
        with suppress(*unsupported):
            # the filter of system calls is loaded last, since it forbids the calls by which Landlock is set up
            last.callback(_system_call_filter())
        from landlock import FSAccess, Ruleset

        rules = Ruleset()
        rules.allow(str(STANDARD), rules=FSAccess.READ_DIR)  # an import lists the folder
        for path in (*readable_paths(with_packages=with_packages), *folders):
            reading = FSAccess.READ_FILE | FSAccess.READ_DIR
            rules.allow(path, rules=reading if os.path.isdir(path) else FSAccess.READ_FILE)  # noqa: PTH112
        rules.apply()


def _system_call_filter() -> Callable[[], object]:
    """Return a function that loads a filter, after which all system calls but the allowed ones fail (EPERM)."""
    # Of `fcntl`, only commands that cannot make an open file send signals are allowed.
    from fcntl import F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_GETFL, F_SETFD, F_SETFL

    from pyseccomp import ALLOW, EQ, ERRNO, MASKED_EQ, Arg, SyscallFilter

    calls = SyscallFilter(ERRNO(errno.EPERM))
    reading = [("open", Arg(1, MASKED_EQ, WRITE_FLAGS, 0)), ("openat", Arg(2, MASKED_EQ, WRITE_FLAGS, 0))]
    own_process = [("prlimit64", Arg(0, EQ, 0))]
    own_process += [
        (name, Arg(1, EQ, kind))
        for name in ("fcntl", "fcntl64")
        for kind in (F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL)
    ]
    for name, *arguments in [*((name,) for name in CALLS.split()), *reading, *own_process]:
        with suppress(OSError):  # some calls do not exist on this kind of processor
            calls.add_rule(ALLOW, name, *arguments)
    load: Callable[[], object] = calls.load
    return load


def possible_actions(witness: str, parent: int, port: int) -> list[str]:
    """Try the actions that the sandbox should forbid, and return the names of those that succeed.

    "read" and "write" open the file `witness`, "end" sends signal 0 to the process with the id `parent`, "connect"
    connects to `port` of this machine, and "start" forks.
    """
    import socket  # not needed by processes that only read files

    tries: Mapping[str, Callable[[], object]] = {
        "read": lambda: os.open(witness, os.O_RDONLY),
        "write": lambda: os.open(witness, os.O_WRONLY),
        "end": lambda: os.kill(parent, 0),
        "connect": lambda: socket.create_connection(("127.0.0.1", port), 1).close(),
        "start": lambda: os.fork() or os._exit(0),
    }
    possible = []
    for name, attempt in tries.items():
        with suppress(OSError):
            attempt()
            possible.append(name)
    return possible
