"""Mail by SMTP: a connection for each, always encrypted unless the host has said otherwise. It blocks."""

from __future__ import annotations

import re
import smtplib
import ssl
from collections.abc import Mapping
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid, parseaddr

from yupana.server.options import Mail

TIMEOUT = 20.0

_ADDRESS = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+"
    r"[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
)


class Bounced(Exception):
    """Nobody can be reached there: to try again would be in vain."""


class NotNow(Exception):
    """The mail was not taken; later it may be."""


def is_address(text: str) -> bool:
    """Whether it has the form of an address on the internet, and nothing else in it.

    >>> is_address("ana@example.org"), is_address("ana@localhost"), is_address("a@b.org\\nBcc: c@d.org")
    (True, False, False)
    """
    return len(text) <= 254 and _ADDRESS.fullmatch(text) is not None


def hidden(address: str) -> str:
    """The address for whoever must recognise it, and for nobody who must not learn it.

    >>> hidden("ana.lopez@example.org")
    'a...@example.org'
    """
    name, _, domain = address.partition("@")
    return f"{name[:1]}...@{domain}"


def compose(
    mail: Mail, to: str, subject: str, text: str, headers: Mapping[str, str]
) -> EmailMessage:
    name, sender = parseaddr(mail.sender)
    message = EmailMessage(policy=SMTP)
    message["From"] = Address(name, addr_spec=sender)
    message["To"] = Address(addr_spec=to)
    message["Subject"] = subject
    message["Date"] = formatdate()
    message["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2])
    message["Auto-Submitted"] = "auto-generated"
    for key, value in headers.items():
        message[key] = value
    message.set_content(text, cte="quoted-printable")
    return message


def send(mail: Mail, message: EmailMessage) -> None:
    """Hands the message over; Bounced or NotNow if it is not taken."""
    try:
        with _connected(mail) as server:
            server.send_message(message)
    except smtplib.SMTPRecipientsRefused as error:
        codes = [code for code, _ in error.recipients.values()]
        raise (Bounced if all(500 <= code < 600 for code in codes) else NotNow) from None
    except (smtplib.SMTPException, OSError) as error:
        raise NotNow(type(error).__name__) from None


def _connected(mail: Mail) -> smtplib.SMTP:
    context = ssl.create_default_context()
    server: smtplib.SMTP
    if mail.security == "tls":
        server = smtplib.SMTP_SSL(mail.host, mail.port, timeout=TIMEOUT, context=context)
    else:
        server = smtplib.SMTP(mail.host, mail.port, timeout=TIMEOUT)
    try:
        if mail.security == "starttls":
            server.starttls(
                context=context
            )  # refused by the server, this raises: never in the clear
        if mail.user is not None and mail.password is not None:
            server.login(mail.user, mail.password.reveal())
    except BaseException:
        server.close()
        raise
    return server
