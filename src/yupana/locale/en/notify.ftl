## Telling people that they are waited for.

notify-not-here = This server does not tell people in that way.
notify-most = A seat may have { $most } places to be told at; remove one first.
notify-asked-often = That was asked for too often; wait a while.
notify-no-answer = Nothing could be sent there. Look whether the address is right.
notify-mail-address = That is not an address for mail.
notify-push-keys = The browser’s keys are not right.
notify-push-key = { $path } is not a key of ours; make one with `yupana push-key`.
notify-url = That is not an address that can be called.
notify-https = The address must begin with https://
notify-port = Only these ports are called: { $known }.
notify-private = Addresses of private networks are not called.
notify-quiet = Quiet hours look like 22:00-08:00.
notify-timezone = There is no such time zone; they look like Europe/Paris.
notify-no-contact = This link leads nowhere any more: it was used to remove the contact, or the table is gone.

notify-mail-confirm-subject = Shall Yupana tell you that it is your turn?
notify-mail-confirm =
    Somebody who sits at a table of Yupana asked that this address be told
    when it is their turn. If that was you, press the button behind this link:

    { $link }

    If it was not, do nothing: no other mail will come. To have the address
    erased at once:

    { $remove }

    { $home }
notify-mail-subject = { $tables ->
    [one] { $game }: it is your turn
   *[other] It is your turn at { $tables } tables
}
notify-mail-line = { $game } { $code }: { $link }
notify-mail-text =
    You are waited for:

    { $tables }

    You asked to be told. To have no more of these mails for this table:

    { $remove }

    { $home }
notify-push-title = It is your turn
notify-push-body = { $game } { $code }

notify-page-title = It is your turn
notify-page-confirm = Shall this address be told when it is your turn at a table of { $game }?
notify-page-confirm-button = Yes, tell me
notify-page-confirm-done = Thank you. You will be told when you are waited for and not there.
notify-page-remove = Shall no more be sent for this table of { $game }? The address is erased.
notify-page-remove-button = Send no more
notify-page-remove-done = Done: the address is erased, and nothing more will come.
