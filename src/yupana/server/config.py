"""Where the settings of a host come from: the command line, the environment, a file, our defaults.

The first of these that says something about a setting decides it. In the file (TOML) a setting stands
under its table, in the environment it has its whole name: `burst` of `[limits]` is YUPANA_LIMITS_BURST. A
secret may stand in a file of its own, which YUPANA_ADMIN_TOKEN_FILE names.

Whatever is wrong is said in one sentence: which setting, where it was set, what would be right.
"""

from __future__ import annotations

import importlib.util
import ipaddress
import json
import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlsplit

import msgspec
from msgspec import NODEFAULT, Struct, inspect, structs

from yupana.core.errors import OptionError
from yupana.server.allowed_hosts import BadHost, read_setting
from yupana.server.options import SHORTEST_TOKEN, Options, Token
from yupana.server.seats import HIDDEN, Secret
from yupana.server.timezones import NoSuchZone, zone_of

ENVIRONMENT = "YUPANA_"
"""What the names of environment variables for hosts begin with."""

FILE = f"{ENVIRONMENT}CONFIG"
"""Names the file, if the command line does not."""

ELSEWHERE = {FILE, *(ENVIRONMENT + name for name in ("HOME", "LANG", "POSTGRES"))}
"""Variables of ours that are no settings."""

LARGEST_FILE = 1 << 20
LONGEST_SHOWN = 60

S = TypeVar("S", bound=Struct)


class ConfigError(OptionError):
    """The server is not started with settings that it could only guess the meaning of."""


# The settings by name


class Setting(NamedTuple):
    """One thing that can be set: `limits.burst`."""

    name: str
    type: Any
    default: Any

    @property
    def variable(self) -> str:
        return ENVIRONMENT + self.name.upper().replace(".", "_")

    @property
    def is_secret(self) -> bool:
        """Whether it may stand in a file of its own; an address of a store has a password in it."""
        return self.name == "store" or any(
            isinstance(each, inspect.CustomType) and issubclass(each.cls, Secret)
            for each in alternatives(self.type)
        )


def settings(kind: type[Struct] = Options, prefix: str = "") -> Iterator[Setting]:
    """All of them, in the order in which they stand in options.py."""
    for field in structs.fields(kind):
        inner = _struct_in(field.type)
        if inner is None:
            yield Setting(prefix + field.name, field.type, field.default)
        else:
            yield from settings(inner, f"{prefix}{field.name}.")


def alternatives(kind: Any) -> tuple[inspect.Type, ...]:
    """What a setting may be, its notes left off."""
    info = _plain(inspect.type_info(kind))
    return tuple(map(_plain, info.types)) if isinstance(info, inspect.UnionType) else (info,)


def _plain(info: inspect.Type) -> inspect.Type:
    return info.type if isinstance(info, inspect.Metadata) else info


def _struct_in(kind: Any) -> type[Struct] | None:
    for each in alternatives(kind):
        if isinstance(each, inspect.StructType):
            return each.cls
    return None


# What was said, and where


class Said(NamedTuple):
    """A value as it was given: text from the command line or the environment, a value of a file."""

    value: Any
    where: str
    """How whoever gave it would name it: --port, YUPANA_PORT, port in a file."""
    folder: Path | None = None
    """Of the file: what its paths begin from."""


class Config(NamedTuple):
    options: Options
    said: Mapping[str, Said]
    """By setting; the rest are our defaults."""
    strange: tuple[str, ...]
    """Variables that look like ours and are none: a slip, or somebody else's."""


def read_config(
    arguments: Mapping[str, str],
    file: Path | None = None,
    environment: Mapping[str, str] = os.environ,
    defaults: Mapping[str, str] | None = None,
) -> Config:
    """All settings from everywhere. `arguments`: by the name of the setting."""
    known = {each.name: each for each in settings()}
    if file is None and environment.get(FILE):
        file = Path(environment[FILE])
    said: dict[str, Said] = {
        name: Said(value, "default") for name, value in (defaults or {}).items()
    }
    if file is not None:
        said |= _from_file(file, known)
    said |= _from_environment(environment, known)
    for name, value in arguments.items():
        _must_be_known(name, known, f"--{name}")
        flag = f"--set {name}" if "." in name else f"--{name.replace('_', '-')}"
        said[name] = Said(value, flag)
    options = _build(Options, "", said, known)
    check_together(options)
    ours = ELSEWHERE | {each.variable for each in known.values()}
    ours |= {f"{each.variable}_FILE" for each in known.values() if each.is_secret}
    strange = {each for each in environment if each.startswith(ENVIRONMENT)} - ours
    return Config(
        options, {k: v for k, v in said.items() if v.where != "default"}, tuple(sorted(strange))
    )


def _from_file(path: Path, known: Mapping[str, Setting]) -> dict[str, Said]:
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise ConfigError("file.large", path=str(path), most=LARGEST_FILE // 1024)
        tree = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        problem = str(error.strerror)
        raise ConfigError("file.unreadable", path=str(path), problem=problem) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError("config.toml", path=str(path), problem=str(error)) from None
    return dict(_flat(tree, "", path, known))


def _flat(
    tree: Mapping[str, Any], prefix: str, path: Path, known: Mapping[str, Setting]
) -> Iterator[tuple[str, Said]]:
    for key, value in tree.items():
        name = prefix + key
        is_table = any(each.startswith(f"{name}.") for each in known)
        where = f"{name} ({path.name})"
        if isinstance(value, dict) and is_table:
            yield from _flat(value, f"{name}.", path, known)
        elif is_table:
            raise ConfigError("config.table", field=where, name=name)
        else:
            _must_be_known(name, known, where)
            yield name, Said(value, where, path.absolute().parent)


def _from_environment(
    environment: Mapping[str, str], known: Mapping[str, Setting]
) -> dict[str, Said]:
    """An empty variable is one that was not set."""
    found: dict[str, Said] = {}
    for setting in known.values():
        variable = setting.variable
        text = environment.get(variable, "")
        path = environment.get(f"{variable}_FILE", "") if setting.is_secret else ""
        if text and path:
            raise ConfigError("config.both", field=variable, other=f"{variable}_FILE")
        if path:
            found[setting.name] = Said(_secret_file(Path(path)), f"{variable}_FILE")
        elif text:
            found[setting.name] = Said(text, variable)
    return found


def _secret_file(path: Path) -> str:
    try:
        return path.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        problem = str(getattr(error, "strerror", None) or "UTF-8")
        raise ConfigError("file.unreadable", path=str(path), problem=problem) from None


def _must_be_known(name: str, known: Mapping[str, Setting], where: str) -> None:
    if name in known:
        return
    tables = {each.rpartition(".")[0] for each in known}
    near = get_close_matches(name, [*known, *tables - {""}], 1)
    if near:
        raise ConfigError("config.unknown-near", field=where[:LONGEST_SHOWN], near=near[0])
    raise ConfigError("config.unknown", field=where[:LONGEST_SHOWN])


# From what was said to the options


def _build(kind: type[S], prefix: str, said: Mapping[str, Said], known: Mapping[str, Setting]) -> S:
    facts: dict[str, Any] = {}
    for field in structs.fields(kind):
        name = prefix + field.name
        inner = _struct_in(field.type)
        if inner is not None:
            if any(each.startswith(f"{name}.") for each in said):
                facts[field.name] = _build(inner, f"{name}.", said, known)
        elif name in said:
            facts[field.name] = _value(known[name], said[name])
        elif field.default is NODEFAULT:
            raise ConfigError("config.missing", field=name, group=prefix.rstrip("."))
    return kind(**facts)


_FLAGS = {"yes": True, "on": True, "no": False, "off": False}


def _value(setting: Setting, said: Said) -> Any:
    """The value as its type has it; ConfigError with what would be right."""
    value: Any = said.value
    is_text = isinstance(value, str) and said.folder is None
    kinds = {type(each) for each in alternatives(setting.type)}
    if is_text and inspect.BoolType in kinds:
        value = _FLAGS.get(value.lower(), value)
    if is_text and inspect.VarTupleType in kinds:
        value = [each.strip() for each in value.split(",") if each.strip()]

    def make(kind: type, text: Any) -> Any:
        if not isinstance(text, str) or not text:
            raise ValueError("not a text")
        return (said.folder or Path()) / Path(text) if kind is Path else kind(text)

    try:
        return msgspec.convert(value, setting.type, strict=not is_text, dec_hook=make)
    except (msgspec.ValidationError, ValueError):
        raise _wrong(setting, said) from None


def _wrong(setting: Setting, said: Said) -> ConfigError:
    """What is wrong with a value, by what its type would take."""
    shown = HIDDEN if setting.is_secret else f"{said.value}"[:LONGEST_SHOWN]
    facts: dict[str, str | int] = {"field": said.where, "value": shown}
    info = inspect.type_info(setting.type)
    for each in info.types if isinstance(info, inspect.UnionType) else (info,):
        if isinstance(each, inspect.Metadata):
            examples = (each.extra_json_schema or {}).get("examples", ())
            return ConfigError("config.form", example=str(next(iter(examples), "")), **facts)
        match each:
            case inspect.IntType() | inspect.FloatType():
                code = "config.whole" if isinstance(each, inspect.IntType) else "config.number"
                least = each.ge
                if each.gt is not None:
                    code, least = "config.above", each.gt
                bounds = {"least": f"{least or 0:.12g}", "most": f"{each.le or 0:.12g}"}
                return ConfigError(code, **bounds, **facts)
            case inspect.BoolType():
                return ConfigError("config.flag", **facts)
            case inspect.LiteralType():
                return ConfigError("config.one-of", known=", ".join(map(str, each.values)), **facts)
            case inspect.VarTupleType():
                return ConfigError("config.list", **facts)
            case inspect.CustomType() if issubclass(each.cls, Token):
                return ConfigError("config.token", least=SHORTEST_TOKEN, field=said.where)
    return ConfigError("config.text", **facts)


# What only all of them together show


def check_together(options: Options) -> None:
    """Settings that do not go together, and things they name that are not there."""
    if (options.tls_cert is None) != (options.tls_key is None):
        raise ConfigError("config.tls")
    push, mail = options.notify.push, options.notify.mail
    for name, path in (
        ("tls_cert", options.tls_cert),
        ("tls_key", options.tls_key),
        ("notify.push.key", None if push is None else push.key),
    ):
        if path is not None and not os.access(path, os.R_OK):
            raise ConfigError("config.no-file", field=name, path=str(path))
    for name, group in (("notify.mail", mail), ("notify.push", push)):
        if group is not None and options.public_url is None:
            raise ConfigError("config.needs-url", field=name)
    if push is not None:
        _needs("cryptography", "push", "notify.push")
    if options.store is not None:
        if urlsplit(options.store).scheme not in ("postgresql", "postgres"):
            raise ConfigError("store.address")
        _needs("psycopg", "postgres", "store")
    if mail is not None and mail.security == "none" and mail.password and not _is_near(mail.host):
        raise ConfigError("config.bare-password")
    try:
        zone_of(options.notify.timezone)
    except NoSuchZone:
        zone = options.notify.timezone[:LONGEST_SHOWN]
        raise ConfigError(
            "config.form", field="notify.timezone", example="Europe/Paris", value=zone
        ) from None
    for field, example, each in (
        *(("hosts", "games.lan", name) for name in options.hosts),
        ("public_url", "https://yupana.example.org", options.public_url),
    ):
        try:
            read_setting(
                urlsplit(each or "//localhost").netloc if field == "public_url" else str(each)
            )
        except (BadHost, ValueError):  # ValueError: an address in brackets that is none
            raise ConfigError(
                "config.form", field=field, example=example, value=str(each)[:60]
            ) from None
    for each in options.trusted_proxies:
        try:
            ipaddress.ip_network(each)
        except ValueError:
            raise ConfigError(
                "config.form", field="trusted_proxies", example="10.0.0.0/8", value=each[:60]
            ) from None


def _needs(module: str, extra: str, field: str) -> None:
    if importlib.util.find_spec(module) is None:
        raise ConfigError("config.extra", field=field, extra=extra)


def _is_near(host: str) -> bool:
    return host in ("localhost", "127.0.0.1", "::1")


# What is in force


def effective(config: Config) -> Iterator[str]:
    """Every setting with its value and where that comes from; secrets blotted out."""
    for setting in settings():
        value: Any = config.options
        for part in setting.name.split("."):
            value = getattr(value, part) if value is not None else None
        said = config.said.get(setting.name)
        yield f"{setting.name} = {_shown(setting, value)}" + (f"   # {said.where}" if said else "")


def _shown(setting: Setting, value: Any) -> str:
    if value is None:
        return "(not set)"
    if isinstance(value, Secret):
        return "(set)"
    if setting.name == "store":
        value = blot(value)
    return json.dumps(value if isinstance(value, str | int | float | list | tuple) else str(value))


_PASSWORD = re.compile(r"(?<=://)([^/?#@:]*):[^?#\s]*(?=@)|(password=)[^&\s]*", re.IGNORECASE)


def blot(address: str) -> str:
    """The address of a store without the password in it.

    >>> blot("postgresql://me:secret@db/yupana?sslmode=require&password=x")
    'postgresql://me:...@db/yupana?sslmode=require&password=...'
    """
    return _PASSWORD.sub(lambda m: f"{m[1]}:..." if m[2] is None else f"{m[2]}...", address)


def loose_file(config: Config, file: Path | None) -> bool:
    """Whether a file with secrets in it can be read by everybody on the machine."""
    if file is None or os.name != "posix":
        return False
    secret = {each.name for each in settings() if each.is_secret}
    held = any(name in secret and said.folder is not None for name, said in config.said.items())
    return held and bool(file.stat().st_mode & 0o004)
