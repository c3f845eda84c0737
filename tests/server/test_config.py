"""The settings of a host: where they come from, which of them decides, and what is said of a bad one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec import inspect

from yupana.cli import main
from yupana.server.config import (
    Config,
    ConfigError,
    alternatives,
    blot,
    effective,
    read_config,
    settings,
)
from yupana.server.options import Options
from yupana.words import words

TOKEN = "a token of 24 characters"


def read(file: Path | None = None, **environment: str) -> Config:
    return read_config({}, file, {f"YUPANA_{key}": text for key, text in environment.items()})


def written(folder: Path, text: str) -> Path:
    file = folder / "yupana.toml"
    file.write_text(text)
    return file


def said(error: ConfigError) -> str:
    return words("en").say_error(error)


# Where they come from


def test_the_first_that_speaks_decides(tmp_path: Path) -> None:
    file = written(tmp_path, 'port = 1001\nhost = "::1"\n[limits]\nburst = 11\nper_second = 1.5\n')
    around = {"YUPANA_PORT": "1002", "YUPANA_LIMITS_BURST": "12"}
    config = read_config(
        {"port": "1003"}, file, around, {"host": "0.0.0.0", "public_url": "http://a"}
    )
    options = config.options
    assert options.port == 1003  # the command line
    assert options.limits.burst == 12  # the environment
    assert (options.host, options.limits.per_second) == ("::1", 1.5)  # the file
    assert options.public_url == "http://a"  # what the command brings along
    assert options.limits.spectators == Options().limits.spectators  # our defaults
    assert config.said["port"].where == "--port"
    assert config.said["limits.burst"].where == "YUPANA_LIMITS_BURST"
    assert config.said["host"].where == "host (yupana.toml)"
    assert "public_url" not in config.said


def test_the_environment_may_name_the_file(tmp_path: Path) -> None:
    file = written(tmp_path, "port = 1001")
    assert read(CONFIG=str(file)).options.port == 1001


def test_an_empty_variable_is_one_that_was_not_set() -> None:
    assert read(PORT="", STORE="").options == Options()


def test_everything_can_be_set_in_a_file_and_in_the_environment(tmp_path: Path) -> None:
    """Every setting there is, each with a value that is not its default."""
    key = tmp_path / "key.pem"
    key.touch()
    values = {
        inspect.StrType: '"nobody@example.org"',
        inspect.BoolType: "true",
        inspect.IntType: "17",
        inspect.FloatType: "17.5",
    }
    special = {
        "store": '"postgresql://db/x"',
        "public_url": '"https://example.org"',
        "security_contact": '"mailto:a@example.org"',
        "notify.push.contact": '"mailto:a@example.org"',
        "notify.quiet": '"21:00-07:30"',
        "notify.timezone": '"Europe/Paris"',
        "notify.mail.security": '"tls"',
        "trusted_proxies": '["10.0.0.0/8"]',
        "hosts": '["games.lan"]',
    }
    lines: dict[str, list[str]] = {}
    variables = {}
    for setting in settings():
        kind = type(alternatives(setting.type)[0])
        custom = f'"{TOKEN}"' if setting.is_secret else f'"{key}"'
        value = special.get(setting.name, values.get(kind, custom))
        group, _, name = setting.name.rpartition(".")
        lines.setdefault(group, []).append(f"{name} = {value}")
        variables[setting.variable] = value.strip('"').strip('["]')
    text = "\n".join(
        (f"[{group}]\n" if group else "") + "\n".join(each) for group, each in lines.items()
    )
    by_file = read_config({}, written(tmp_path, text), {}).options
    by_environment = read_config({}, None, variables).options
    assert by_file == by_environment
    assert by_file.notify.mail is not None
    assert by_file.notify.mail.port == by_file.limits.burst == 17
    assert by_file.admin_token is not None
    assert by_file.admin_token.reveal() == TOKEN
    for line in effective(read_config({}, None, variables)):
        name, _, value = line.partition(" = ")
        assert value.split("   # ")[0] != "(not set)", name


def test_no_two_settings_have_the_same_variable() -> None:
    names = [each.variable for each in settings()]
    assert len(set(names)) == len(names)


def test_paths_of_a_file_begin_where_the_file_is(tmp_path: Path) -> None:
    file = written(tmp_path, 'data = "tables"\n')
    assert read(file).options.data == tmp_path / "tables"
    assert read(DATA="tables").options.data == Path("tables")


def test_a_secret_may_stand_in_a_file_of_its_own(tmp_path: Path) -> None:
    secret = tmp_path / "token"
    secret.write_text(TOKEN + "\n")
    found = read(ADMIN_TOKEN_FILE=str(secret)).options.admin_token
    assert found is not None
    assert found.reveal() == TOKEN
    with pytest.raises(ConfigError, match="both"):
        read(ADMIN_TOKEN_FILE=str(secret), ADMIN_TOKEN=TOKEN)
    with pytest.raises(ConfigError, match="unreadable"):
        read(ADMIN_TOKEN_FILE=str(tmp_path / "none"))


def test_variables_of_others_are_told_and_not_refused() -> None:
    """A cluster sets such ones for every service it knows."""
    config = read(SERVICE_HOST="10.0.0.1", PORT_8000_TCP="x", HOME="/x", LANG="fr")
    assert config.strange == ("YUPANA_PORT_8000_TCP", "YUPANA_SERVICE_HOST")


# What is wrong is said in a sentence

BAD = {
    "port = 70000": "port (yupana.toml) must be a whole number from 1 to 65535, not “70000”.",
    'port = "8000"': "port (yupana.toml) must be a whole number from 1 to 65535, not “8000”.",
    "port = true": "port (yupana.toml) must be a whole number from 1 to 65535, not “True”.",
    "prot = 8000": "There is no setting prot (yupana.toml); did you mean port?",
    "nonsense = 1": "There is no setting nonsense (yupana.toml).",
    "[limit]\nburst = 1": "There is no setting limit (yupana.toml); did you mean limits?",
    "[limits]\nbrust = 1": "There is no setting limits.brust (yupana.toml); did you mean limits.burst?",
    "limits = 3": "limits (yupana.toml) is a group of settings: write [limits] and one setting on each line below it.",
    "[limits]\nburst = 0": "limits.burst (yupana.toml) must be a whole number from 1 to 1000000, not “0”.",
    "[backup]\nevery_hours = -1": "backup.every_hours (yupana.toml) must be a number from 0 to 8760, not “-1”.",
    "[limits]\nhello = 0": "limits.hello (yupana.toml) must be a number above 0, at most 3600, not “0”.",
    'behind_proxy = "maybe"': "behind_proxy (yupana.toml) must be true or false, not “maybe”.",
    "host = 5": "host (yupana.toml) must be a text, not “5”.",
    'trusted_proxies = "all"': "trusted_proxies (yupana.toml) must be a list of texts, not “all”.",
    'trusted_proxies = ["all"]': "trusted_proxies must look like 10.0.0.0/8, not “all”.",
    'public_url = "example.org"': "public_url (yupana.toml) must look like https://yupana.example.org, not “example.org”.",
    'admin_token = "short"': "admin_token (yupana.toml) must have at least 16 plain characters. `openssl rand -hex 24` makes a good one.",
    '[notify]\nquiet = "late"': "notify.quiet (yupana.toml) must look like 22:00-08:00, not “late”.",
    '[notify]\nquiet = "25:00-08:00"': "notify.quiet (yupana.toml) must look like 22:00-08:00, not “25:00-08:00”.",
    '[notify]\ntimezone = "Mars"': "notify.timezone must look like Europe/Paris, not “Mars”.",
    '[notify.mail]\nsender = "a@b.org"': "notify.mail.host is missing; [notify.mail] needs it.",
    '[notify.mail]\nhost = "m"\nsender = "a@b.org\\nBcc: c@d.org"': "notify.mail.sender (yupana.toml) must look like Yupana <yupana@example.org>, not “a@b.org\nBcc: c@d.org”.",
    '[notify.mail]\nhost = "m"\nsender = "a@b.org"\nsecurity = "ssl"': "notify.mail.security (yupana.toml) must be one of none, starttls, tls, not “ssl”.",
    '[notify.mail]\nhost = "m"\nsender = "a@b.org"': "notify.mail needs public_url: what is sent has links in it.",
    'public_url = "https://a.org"\n[notify.mail]\nhost = "m"\nsender = "a@b.org"\nsecurity = "none"\npassword = "x"': "notify.mail.security is none, so the password would cross the network for anybody to read; use starttls or tls.",
    'tls_cert = "c.pem"': "tls_cert and tls_key go together: set both or neither.",
    "port = ": "is not valid TOML",
    'store = "mysql://x"': "The address of the store cannot be read. It looks like postgresql://user:password@host/database",
}


@pytest.mark.parametrize("text", BAD, ids=lambda text: re.sub(r"\W+", " ", text)[:50])
def test_a_bad_setting_is_said_in_one_sentence(text: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        read(written(tmp_path, text))
    assert BAD[text] in said(caught.value)
    assert words("fr").say_error(caught.value) != said(caught.value)


def test_a_bad_variable_and_a_bad_argument_are_named_as_they_were_given() -> None:
    with pytest.raises(ConfigError) as caught:
        read(LIMITS_PER_SECOND="fast")
    expected = "YUPANA_LIMITS_PER_SECOND must be a number above 0, at most 1000000, not “fast”."
    assert said(caught.value) == expected
    with pytest.raises(ConfigError) as caught:
        read_config({"port": "many"}, None, {})
    assert said(caught.value) == "--port must be a whole number from 1 to 65535, not “many”."
    with pytest.raises(ConfigError) as caught:
        read_config({"limits.burst": "-1"}, None, {})
    assert said(caught.value).startswith("--set limits.burst must be a whole number")


def test_files_that_are_not_there_are_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        read(tmp_path / "none.toml")
    assert "none.toml cannot be read" in said(caught.value)
    with pytest.raises(ConfigError) as caught:
        read(written(tmp_path, 'tls_cert = "c.pem"\ntls_key = "k.pem"'))
    assert f"tls_cert: {tmp_path / 'c.pem'} is not there or cannot be read." == said(caught.value)


def test_no_bad_secret_is_repeated(tmp_path: Path) -> None:
    for text in ('admin_token = "hunter2"', 'store = "mysql://me:hunter2@db/x"'):
        with pytest.raises(ConfigError) as caught:
            read(written(tmp_path, text))
        assert "hunter2" not in said(caught.value) + repr(caught.value)


# The command


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main([str(each) for each in arguments])
    out, err = capsys.readouterr()
    return code, out, err


def test_check_shows_what_is_in_force_and_no_secret(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = written(tmp_path, f'port = 1001\nadmin_token = "{TOKEN}"\n')
    file.chmod(0o600)
    monkeypatch.setenv("YUPANA_STORE", "postgresql://me:hunter2@db/x?password=hunter3")
    code, out, err = run(
        capsys, "serve", "--check", "--config", file, "--set", "limits.burst=9", "--public-url", "https://a.org"
    )  # fmt: skip
    assert (code, err) == (0, "")
    assert "port = 1001   # port (yupana.toml)" in out
    assert "admin_token = (set)   # admin_token (yupana.toml)" in out
    assert 'store = "postgresql://me:...@db/x?password=..."   # YUPANA_STORE' in out
    assert "limits.burst = 9   # --set limits.burst" in out
    assert 'public_url = "https://a.org"   # --public-url' in out
    assert 'host = "0.0.0.0"\n' in out
    assert not any(each in out for each in (TOKEN, "hunter2", "hunter3"))
    assert len(out.splitlines()) == len(list(settings()))


def test_a_file_with_secrets_that_anybody_can_read_is_warned_of(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = written(tmp_path, f'admin_token = "{TOKEN}"\n')
    file.chmod(0o644)
    assert "holds secrets and everybody" in run(capsys, "serve", "--check", "--config", file)[2]
    file.write_text("port = 1001")
    assert run(capsys, "serve", "--check", "--config", file)[2] == ""


@pytest.mark.parametrize("arguments", [("serve",), ("store", "list")])
def test_a_bad_setting_ends_with_code_2(
    arguments: tuple[str, ...],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("YUPANA_PORT", "many")
    code, out, err = run(capsys, *arguments, "--data", tmp_path)
    assert (code, out) == (2, "")
    assert err == "yupana: YUPANA_PORT must be a whole number from 1 to 65535, not “many”.\n"
    assert run(capsys, "serve", "--set", "burst")[0] == 2


def test_passwords_are_blotted_out_of_addresses() -> None:
    assert blot("postgresql://db/x") == "postgresql://db/x"
    assert blot("postgresql://me:p:w/d@db/x") in (
        "postgresql://me:...@db/x",
        "postgresql://me:p:w/d@db/x",
    )
    assert blot("postgresql://me:secret@db/x") == "postgresql://me:...@db/x"
    assert (
        blot("postgresql:///x?host=/run&PASSWORD=secret")
        == "postgresql:///x?host=/run&PASSWORD=..."
    )
