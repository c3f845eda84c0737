"""Windows has no SIGALRM, no nice and no fcntl: whatever only POSIX has is used behind a guard, never bare."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "yupana"

MODULES = frozenset(
    [
        "crypt",
        "fcntl",
        "grp",
        "nis",
        "posix",
        "pty",
        "pwd",
        "readline",
        "resource",
        "spwd",
        "syslog",
        "termios",
        "tty",
    ]
)
"""Modules that Python has on POSIX alone."""

ATTRIBUTES = {
    "os": frozenset(
        [
            "O_DIRECTORY",
            "O_NOFOLLOW",
            "O_CLOEXEC",
            "O_NONBLOCK",
            "O_SYNC",
            "O_DSYNC",
            "WNOHANG",
            "chown",
            "chroot",
            "confstr",
            "ctermid",
            "fchdir",
            "fchmod",
            "fchown",
            "fdatasync",
            "fork",
            "forkpty",
            "getegid",
            "geteuid",
            "getgid",
            "getgroups",
            "getloadavg",
            "getpgid",
            "getpgrp",
            "getpriority",
            "getresuid",
            "getsid",
            "getuid",
            "initgroups",
            "killpg",
            "lchown",
            "lockf",
            "major",
            "memfd_create",
            "mkfifo",
            "mknod",
            "nice",
            "openpty",
            "pathconf",
            "pidfd_open",
            "pipe2",
            "posix_fadvise",
            "posix_fallocate",
            "pread",
            "preadv",
            "pwrite",
            "register_at_fork",
            "sched_getaffinity",
            "sched_setaffinity",
            "sched_setscheduler",
            "sched_yield",
            "sendfile",
            "setegid",
            "seteuid",
            "setgid",
            "setpgid",
            "setpriority",
            "setsid",
            "setuid",
            "statvfs",
            "sync",
            "sysconf",
            "tcgetpgrp",
            "tcsetpgrp",
            "ttyname",
            "uname",
            "wait",
            "wait3",
            "wait4",
            "waitid",
        ]
    ),
    "signal": frozenset(
        [
            "ITIMER_REAL",
            "ITIMER_VIRTUAL",
            "ITIMER_PROF",
            "SIGALRM",
            "SIGCHLD",
            "SIGCONT",
            "SIGHUP",
            "SIGIO",
            "SIGKILL",
            "SIGPIPE",
            "SIGPROF",
            "SIGQUIT",
            "SIGSTOP",
            "SIGTSTP",
            "SIGTTIN",
            "SIGTTOU",
            "SIGUSR1",
            "SIGUSR2",
            "SIGVTALRM",
            "SIGWINCH",
            "alarm",
            "getitimer",
            "pause",
            "pthread_kill",
            "pthread_sigmask",
            "setitimer",
            "siginterrupt",
            "sigpending",
            "sigtimedwait",
            "sigwait",
            "sigwaitinfo",
        ]
    ),
    "select": frozenset(["epoll", "kqueue", "poll"]),
    "socket": frozenset(["AF_UNIX", "SO_REUSEPORT", "sethostname", "if_nametoindex"]),
    "time": frozenset(["clock_settime", "pthread_getcpuclockid", "tzset"]),
    "asyncio": frozenset(["open_unix_connection", "start_unix_server"]),
}
"""By module, what it has on POSIX alone."""

METHODS = frozenset(
    [
        "add_signal_handler",
        "remove_signal_handler",
        "create_unix_connection",
        "create_unix_server",
        "connect_read_pipe",
        "connect_write_pipe",
        "is_mount",
        "owner",
    ]
)
"""Methods that the event loop of Windows, or its paths, do not have."""

FOLDERS = ("/proc/", "/dev/", "/sys/", "/etc/", "/tmp/", "/var/")
"""Where only POSIX keeps anything."""

KEYWORDS = frozenset(["preexec_fn", "start_new_session", "pass_fds", "process_group"])
"""Arguments of subprocess that Windows refuses."""


def posix_uses(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Line and name of everything that only POSIX has and that nothing guards."""
    for node, above in walked(tree, ()):
        name = posix_only(node)
        if name is not None and not is_guarded(node, above):
            yield getattr(node, "lineno", 0), name


def walked(
    node: ast.AST, above: tuple[ast.AST, ...]
) -> Iterator[tuple[ast.AST, tuple[ast.AST, ...]]]:
    yield node, above
    for child in ast.iter_child_nodes(node):
        yield from walked(child, (*above, node))


def posix_only(node: ast.AST) -> str | None:
    match node:
        case ast.Import(names=names):
            return next((each.name for each in names if each.name in MODULES), None)
        case ast.ImportFrom(module=str(module), names=names):
            if module in MODULES:
                return module
            found = (each.name for each in names if each.name in ATTRIBUTES.get(module, ()))
            return next(found, None)
        case ast.Attribute(value=ast.Name(id=module), attr=attr) if attr in ATTRIBUTES.get(
            module, ()
        ):
            return f"{module}.{attr}"
        case ast.Attribute(attr=attr) if attr in METHODS:
            return attr
        case ast.keyword(arg=str(arg)) if arg in KEYWORDS:
            return arg
        case ast.Constant(value=str(text)) if text.startswith(FOLDERS):
            return text
    return None


def is_guarded(node: ast.AST, above: Sequence[ast.AST]) -> bool:
    """Under an `if` that asks for it, in a `try` that takes its absence, or after an early return without it."""
    for outer, inner in zip(above, (*above[1:], node), strict=True):
        if isinstance(outer, ast.If | ast.IfExp) and asks(outer.test):
            return True
        if isinstance(outer, ast.Try) and inner in outer.body and any(map(takes, outer.handlers)):
            return True
        body = getattr(outer, "body", ())
        if isinstance(body, list) and inner in body:
            for before in body[: body.index(inner)]:
                if isinstance(before, ast.If) and asks(before.test) and leaves(before.body[-1]):
                    return True
    return False


def asks(test: ast.AST) -> bool:
    """Whether a condition asks what there is: `hasattr(os, ...)`, `sys.platform`, `os.name`."""
    text = ast.unparse(test)
    return any(sign in text for sign in ("hasattr(", "sys.platform", "os.name"))


def takes(handler: ast.ExceptHandler) -> bool:
    text = ast.unparse(handler.type) if handler.type is not None else ""
    return any(sign in text for sign in ("AttributeError", "ImportError", "OSError"))


def leaves(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Return | ast.Raise | ast.Continue)


FILES = sorted(SOURCE.rglob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_what_only_posix_has_is_guarded(path: Path) -> None:
    assert list(posix_uses(ast.parse(path.read_text("utf-8")))) == []


@pytest.mark.parametrize(
    "code",
    [
        "import fcntl",
        "from signal import SIGALRM",
        "import os\nos.nice(3)",
        "import os\ndef f():\n    if True:\n        os.nice(3)",
        "import os\nif not hasattr(os, 'nice'):\n    print()\nos.nice(3)",
        "import os\ndef f():\n    if hasattr(os, 'nice'):\n        return\ndef g():\n    os.nice(3)",
        "try:\n    pass\nexcept ImportError:\n    import fcntl",
        "import signal\nsignal.setitimer(0, 1)",
        "loop.add_signal_handler(2, stop)",
        "subprocess.run(x, preexec_fn=f)",
        "open('/proc/self/mounts')",
    ],
)
def test_a_bare_use_is_noticed(code: str) -> None:
    assert list(posix_uses(ast.parse(code)))


@pytest.mark.parametrize(
    "code",
    [
        "import sys\nif sys.platform == 'win32':\n    import msvcrt\nelse:\n    import fcntl",
        "import os\nif hasattr(os, 'nice'):\n    os.nice(3)",
        "import os\nprint(os.getuid() if hasattr(os, 'getuid') else 0)",
        "try:\n    import fcntl\nexcept ImportError:\n    fcntl = None",
        """
        def f():
            if not hasattr(signal, "setitimer"):
                yield
                return
            signal.setitimer(signal.ITIMER_REAL, 1)
        """,
        "import os\nos.getpid()",
    ],
)
def test_a_guarded_use_passes(code: str) -> None:
    assert list(posix_uses(ast.parse(textwrap.dedent(code)))) == []


def test_file_names_that_we_make_up_are_names_everywhere() -> None:
    """A time in a file's name is written without the colons that Windows does not take."""
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (
                isinstance(node, ast.Constant)
                and isinstance(node.value, str)
                and "%H:%M" in node.value
            ):
                assert path.name in {"serve.py", "admin.py", "hosting.py"}, (
                    path
                )  # shown, never a name of a file
