## Dire aux gens qu’on les attend.

notify-not-here = Ce serveur n’avertit pas de cette façon.
notify-most = Une place peut avoir { $most } adresses où être avertie ; retirez-en une d’abord.
notify-asked-often = Cela a été demandé trop souvent ; attendez un peu.
notify-no-answer = Rien n’a pu y être envoyé. Regardez si l’adresse est juste.
notify-mail-address = Ce n’est pas une adresse de courriel.
notify-push-keys = Les clés du navigateur ne sont pas justes.
notify-push-key = { $path } n’est pas une clé à nous ; `yupana push-key` en fait une.
notify-url = Ce n’est pas une adresse qu’on puisse appeler.
notify-https = L’adresse doit commencer par https://
notify-port = Seuls ces ports sont appelés : { $known }.
notify-private = Les adresses de réseaux privés ne sont pas appelées.
notify-quiet = Les heures calmes s’écrivent comme 22:00-08:00.
notify-timezone = Ce fuseau horaire n’existe pas ; ils s’écrivent comme Europe/Paris.
notify-no-contact = Ce lien ne mène plus nulle part : il a servi à retirer le contact, ou la table n’est plus.

notify-mail-confirm-subject = Yupana doit-il vous dire quand c’est votre tour ?
notify-mail-confirm =
    Quelqu’un qui est assis à une table de Yupana a demandé qu’on écrive
    à cette adresse quand c’est son tour. Si c’était vous, appuyez sur le bouton
    de cette page :

    { $link }

    Sinon, ne faites rien : il ne viendra pas d’autre courriel. Pour faire
    effacer l’adresse tout de suite :

    { $remove }

    { $home }
notify-mail-subject = { $tables ->
    [one] { $game } : c’est votre tour
   *[other] C’est votre tour à { $tables } tables
}
notify-mail-line = { $game } { $code } : { $link }
notify-mail-text =
    On vous attend :

    { $tables }

    Vous l’avez demandé. Pour ne plus recevoir ces courriels pour cette
    table :

    { $remove }

    { $home }
notify-push-title = C’est votre tour
notify-push-body = { $game } { $code }

notify-page-title = C’est votre tour
notify-page-confirm = Faut-il écrire à cette adresse quand c’est votre tour à cette table ({ $game }) ?
notify-page-confirm-button = Oui, avertissez-moi
notify-page-confirm-done = Merci. Nous vous le dirons quand on vous attendra et que vous ne serez pas là.
notify-page-remove = Faut-il ne plus rien envoyer pour cette table ({ $game }) ? L’adresse sera effacée.
notify-page-remove-button = Ne plus rien envoyer
notify-page-remove-done = C’est fait : l’adresse est effacée et rien d’autre ne viendra.
