"""What a process that runs what is not trusted keeps itself from, for good, as far as the system lets it.

Landlock leaves it the files of Python to read and none to write, seccomp the calls to the system that a computation
needs. Its parent may have put bubblewrap around it too. What holds is not concluded from all that but tried.
"""

import errno
import os
import socket
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final

OWN: Final = str(Path(__file__).parents[1])
CALLS: Final = """
    access arch_prctl brk clock_getres clock_gettime clock_nanosleep close close_range dup dup2 dup3 epoll_create1
    epoll_ctl epoll_pwait epoll_wait eventfd2 exit exit_group faccessat faccessat2 fadvise64 fstat fstat64
    fstatfs futex getcwd getdents64 getegid geteuid getgid getpid getppid getrandom getrusage getsid gettid gettimeofday
    getuid ioctl _llseek lseek lstat madvise membarrier mmap mmap2 mprotect mremap munmap nanosleep newfstatat fstatat64
    pipe pipe2 poll ppoll pread64 preadv read readlink readlinkat readv restart_syscall rseq rt_sigaction
    rt_sigprocmask rt_sigreturn sched_getaffinity sched_yield select pselect6 set_robust_list set_tid_address
    sigaltstack stat statfs statx sysinfo times uname ugetrlimit getrlimit write writev
"""
OPENED: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
"""What opens a file for more than reading."""


def readable() -> list[str]:
    """Return the folders of Python, of its packages and of ours, and those of the system's libraries."""
    packages = [path for path in sys.path if path.endswith("-packages")]
    folders = ("/usr", "/lib", "/lib64", "/etc/ld.so.cache", sys.prefix, sys.base_prefix, *packages, OWN)
    return [folder for folder in dict.fromkeys(folders) if os.path.exists(folder)]  # noqa: PTH110 - links stay


def enter_sandbox(*folders: str) -> None:
    """Keep this process from all that it does not need; where the system has no such means, from what it can.

    It may read in `folders` too.
    """
    lacking = (ImportError, OSError, RuntimeError, AttributeError)
    with suppress(*lacking), ExitStack() as last:
        with suppress(*lacking):
            last.callback(_few_calls())  # what it takes to get there is more than it leaves
        _few_files(folders)


def _few_files(folders: Iterable[str]) -> None:
    from landlock import FSAccess, Ruleset

    rules = Ruleset()
    for path in (*readable(), *folders):
        reading = FSAccess.READ_FILE | FSAccess.READ_DIR
        rules.allow(path, rules=reading if os.path.isdir(path) else FSAccess.READ_FILE)  # noqa: PTH112
    rules.apply()


def _few_calls() -> Callable[[], object]:
    """What leaves this process few calls to the system; of an open file, none that makes it send signals."""
    from fcntl import F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_GETFL, F_SETFD, F_SETFL

    from pyseccomp import ALLOW, EQ, ERRNO, MASKED_EQ, Arg, SyscallFilter

    calls = SyscallFilter(ERRNO(errno.EPERM))
    reading = [("open", Arg(1, MASKED_EQ, OPENED, 0)), ("openat", Arg(2, MASKED_EQ, OPENED, 0))]
    own = [("prlimit64", Arg(0, EQ, 0))]
    own += [
        (name, Arg(1, EQ, kind))
        for name in ("fcntl", "fcntl64")
        for kind in (F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL)
    ]
    for name, *arguments in [*((name,) for name in CALLS.split()), *reading, *own]:
        with suppress(OSError):  # another kind of processor has it under another name
            calls.add_rule(ALLOW, name, *arguments)
    last: Callable[[], object] = calls.load
    return last


def reached(witness: str, parent: int, port: int) -> list[str]:
    """Return what this process can still do of what it should not, each tried: a file, its parent, an open port."""
    tries: Mapping[str, Callable[[], object]] = {
        "read": lambda: os.open(witness, os.O_RDONLY),
        "write": lambda: os.open(witness, os.O_WRONLY),
        "end": lambda: os.kill(parent, 0),
        "connect": lambda: socket.create_connection(("127.0.0.1", port), 1).close(),
        "start": _start,
    }
    return [name for name, attempt in tries.items() if _succeeds(attempt)]


def _start() -> None:
    if not os.fork():
        os._exit(0)


def _succeeds(attempt: Callable[[], object]) -> bool:
    try:
        attempt()
    except OSError:
        return False
    return True
