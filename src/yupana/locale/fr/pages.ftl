## Les pages qu’un serveur doit à chacun.

pages-dice = Comment les dés sont tombés
pages-verify = Vérifier une partie
pages-privacy = Vie privée
pages-refused = Cela n’a pas marché
pages-language = Français

pages-privacy-short = Vous n’avez besoin d’aucun compte ici. Nous gardons aussi peu que le jeu le demande, ne le montrons à personne d’autre et le jetons après un temps.
pages-privacy-kept-title = Ce qui est gardé d’une partie
pages-privacy-kept = Les coups, les dés et les cartes, et quand chacun a eu lieu : le journal de la table. Les personnes y sont des places avec un numéro. Qui détient le lien d’une place peut voir ce que cette place a vu ; une fois la partie finie, chacun à la table peut avoir le journal pour vérifier les dés.
pages-privacy-names-title = Noms
pages-privacy-names = Le nom que vous vous êtes donné, ou qu’on a inventé pour vous. Il ne fait pas partie du journal et peut être changé et effacé.
pages-privacy-secrets-title = Liens et cookies
pages-privacy-secrets = Le lien d’une place contient un secret ; nous n’en gardons qu’une empreinte. Un cookie contient les secrets de vos places pour que vous les retrouviez, un autre votre façon d’afficher les pages. Les deux servent à ce que vous demandez, et aucun ne vous suit ailleurs.
pages-privacy-addresses-title = Adresses du réseau
pages-privacy-addresses = L’adresse de votre appareil est regardée pour que personne ne demande trop, puis oubliée : elle n’est ni stockée ni écrite dans notre journal. Un relais placé devant ce serveur peut tenir son propre journal.
pages-privacy-told-title = Si vous avez demandé qu’on vous dise quand c’est votre tour
pages-privacy-told = Nous gardons où vous joindre, pour cette seule table. Cela disparaît quand vous le retirez, avec la table, ou quand on ne peut plus y joindre personne.
pages-privacy-told-mail = Par courriel : votre adresse, que voit notre serveur de courriel. Chaque courriel contient un lien qui y met fin.
pages-privacy-told-push = Par une notification du navigateur : l’adresse que son éditeur nous a donnée pour vous. Elle passe par les serveurs de cet éditeur, chiffrée de sorte qu’ils ne peuvent pas la lire.
pages-privacy-told-webhook = Par un webhook : l’adresse que vous nous avez donnée, à qui sont dits la table, le jeu et la place.
pages-privacy-how-long-title = Combien de temps
pages-privacy-how-long = À compter de la dernière chose qui s’est passée à une table :
pages-privacy-unstarted-hours = Une table où aucune partie n’a commencé est oubliée après { $hours } heures.
pages-privacy-unstarted-days = Une table où aucune partie n’a commencé est oubliée après { $days } jours.
pages-privacy-unstarted-for-good = Une table où aucune partie n’a commencé reste jusqu’à ce que quelqu’un l’oublie.
pages-privacy-unfinished-hours = Une partie laissée inachevée est oubliée après { $hours } heures.
pages-privacy-unfinished-days = Une partie laissée inachevée est oubliée après { $days } jours.
pages-privacy-unfinished-for-good = Une partie laissée inachevée reste jusqu’à ce que quelqu’un l’oublie.
pages-privacy-finished-hours = Une partie finie est oubliée après { $hours } heures.
pages-privacy-finished-days = Une partie finie est oubliée après { $days } jours.
pages-privacy-finished-for-good = Une partie finie reste, pour qu’on puisse la revoir et la vérifier.
pages-privacy-grace = Une table dont le temps est venu est d’abord marquée, puis effacée après { $hours } heures de marche de ce serveur au plus ; si vous l’ouvrez entre-temps, vous la gardez.
pages-privacy-backups = Ce qui est oublié reste dans nos sauvegardes jusqu’à { $days ->
    [one] { $days } jour
   *[other] { $days } jours
  } de plus.
pages-privacy-others-title = Les autres
pages-privacy-others = Rien sur ces pages ne vient d’ailleurs, et rien ne va ailleurs : ni publicité, ni statistiques d’inconnus, ni polices ou scripts d’autres serveurs.
pages-privacy-wish-title = Ce que vous pouvez demander
pages-privacy-wish = Voir, corriger ou effacer ce qui est gardé d’une table. La personne qui tient ce serveur peut le faire avec le code ou le lien de la table.
pages-privacy-who-title = Qui tient ce serveur

pages-dice-what = Toutes les parties finies de ce serveur ensemble. Le serveur vérifie chacune d’elles, comme chacun peut le faire. Dire si un nombre est inhabituel vous revient : la dernière colonne donne ce que montre un dé honnête dans 999 comptes sur 1 000 ; parmi beaucoup de faces, il arrive donc que l’une en sorte.
pages-dice-check = Vérifier une partie à vous
pages-dice-games = { $games ->
    [one] { $games } partie finie.
   *[other] { $games } parties finies.
}
pages-dice-wrong = { $games ->
    [one] { $games } d’entre elles n’est pas en règle ; la personne qui tient ce serveur le sait.
   *[other] { $games } d’entre elles ne sont pas en règle ; la personne qui tient ce serveur le sait.
}
pages-dice-cards = Ici le hasard distribue des cartes ; il n’y a pas de faces à compter.
pages-dice-none = Aucune partie n’est encore finie.
pages-die = { $number ->
    [0] Tous les dés ensemble
   *[other] Dé { $number }
} : { $rolls ->
    [one] { $rolls } lancer
   *[other] { $rolls } lancers
}
pages-die-face = Face
pages-die-seen = Vue
pages-die-expected = Attendu
pages-die-usual = Habituel

server-no-form = Ce formulaire ne peut pas être lu.
server-no-new-tables = On ne peut pas ouvrir de nouvelle table ici en ce moment. Les parties en cours continuent.
auth-metrics = Ces chiffres sont pour cette machine, ou pour qui a le jeton qu’il faut.
