## La page qui vérifie une partie dans le navigateur.

fairness-what = Ici votre propre navigateur vérifie que personne n’a touché aux dés et aux cartes d’une partie finie. Il recalcule tout à partir du fichier de la partie ; rien n’est envoyé nulle part.
fairness-needs-script = La vérification tourne dans votre navigateur et demande JavaScript. Sans lui : yupana verify partie.json
fairness-file = Le fichier d’une partie finie
fairness-file-help = Son nom finit par .json ; « Exporter » à la fin d’une partie le donne.
fairness-table = Vérifier la partie de cette table
fairness-noted = L’empreinte montrée à la table, si vous l’avez notée
fairness-working = Un instant…
fairness-no-table = La partie de cette table n’est pas disponible : elle n’est pas finie, ou ce navigateur n’y a pas de place.

fairness-ok = Tout concorde. Dés et cartes de cette partie étaient fixés avant qu’elle commence, et personne n’y a rien changé depuis.
fairness-wrong = Cela ne concorde pas. Ce qui est faux est écrit plus bas.
fairness-partly = Ce qui a pu être vérifié concorde, mais cette page ne connaît pas le contenu de la boîte de cette édition : le hasard n’a pas été recalculé. yupana verify le peut, avec l’édition sous la main.
fairness-rules = Vérifié ici : le journal et tout ce que le hasard a fait. Pas vérifié ici : si chaque coup était permis par les règles. La commande yupana verify fait les deux.
fairness-again = À cette table, les dés d’une partie précédente sont revenus, comme les joueurs le voulaient : justes, mais connus de qui a vu cette partie.
fairness-own-edition = Cette partie a été jouée avec une édition à elle, « { $edition } », qui ne vient pas avec le jeu. Le fichier la contient, et les dés et les cartes ont été recalculés d’après elle.
fairness-branched = Le début de cette partie a été repris d’une autre, celle de la table { $table } : ses { $events } premiers coups et tirages. Ils n’ont pas été tirés ici : rien n’est dit de leurs dés. Tous les dés suivants ont été recalculés. Qui a vu cette partie savait ce qui y était caché.

fairness-right = juste
fairness-wrong-mark = faux
fairness-skipped = pas vérifié

fairness-steps = Ce qui a été vérifié
fairness-step-file = Le fichier est une partie finie de Yupana
fairness-step-file-why = Il peut être lu, et rien n’y est en double ou déplacé.
fairness-step-chain = Rien n’a été changé après coup
fairness-step-chain-why = Chacune des { $entries } entrées du journal porte une empreinte d’elle-même et de toutes celles d’avant. Toutes ont été recalculées, et toutes concordent.
fairness-step-story = Le journal raconte une partie entière
fairness-step-story-why = D’abord on s’est assis, puis la partie a commencé, puis il y a eu { $moves } coups et { $outcomes } tirages du hasard ; { $back } ont été repris.
fairness-step-commitment = Le serveur avait choisi avant que quiconque s’assoie
fairness-step-commitment-why = Sa première entrée contient l’empreinte d’un nombre secret, la graine. La graine publiée à la fin a juste cette empreinte : { $commitment }
fairness-step-nonces = On sait qui a eu part aux dés
fairness-step-nonces-why = { $own ->
    [0] Personne à la table n’a apporté un nombre à soi : les { $seats } découlent de la graine. Le serveur seul connaissait donc les dés, et un serveur malhonnête aurait pu choisir entre plusieurs graines avant que quiconque s’assoie.
   *[other] { $own } places sur { $seats } ont apporté un nombre à elles, que le serveur ne pouvait pas prévoir quand il a choisi. Ceux des autres découlent de la graine : il n’y avait rien à choisir.
}
fairness-step-outcomes = Chaque dé et chaque carte est bien ce qui devait venir
fairness-step-outcomes-why = La graine et les nombres donnent une clé, et la clé donne chaque tirage. Les { $outcomes } tirages ont été recalculés et comparés.
fairness-step-end = La graine a été publiée à la fin
fairness-step-end-why = Le dernier coup a fini la partie, puis la graine a été montrée à tous.

fairness-who = Qui aurait pu choisir les dés
fairness-say-committed = { $seats ->
    [one] { $seats } place a fixé en secret une part des dés et ne l’a montrée
   *[other] { $seats } places ont fixé en secret une part des dés et ne l’ont montrée
  } que lorsque personne ne pouvait plus changer la sienne. Si vous teniez une de ces places, vous savez que personne n’a choisi ces dés, pas même quelqu’un qui jouait et tenait le serveur.
fairness-say-open = { $seats ->
    [one] { $seats } place avait une part des dés, mais l’a montrée
   *[other] { $seats } places avaient une part des dés, mais l’ont montrée
  } aussitôt : quelqu’un qui tenait le serveur et s’est assis en dernier a pu choisir la sienne en conséquence.
fairness-say-server = Aucune place n’avait de part dans les dés : on ne peut exclure que le serveur les ait choisis.
fairness-say-void = { $draws ->
    [one] { $draws } tirage des dés a été nul et refait.
   *[other] { $draws } tirages des dés ont été nuls et refaits.
  } Chacun a été une occasion, pour une place silencieuse ou pour qui tenait le serveur, de refuser des dés qui déplaisaient.
fairness-say-silent = La place { $seat } n’a pas montré sa part { $times ->
    [one] { $times } fois
   *[other] { $times } fois
  }, et n’a plus eu voix aux dés ensuite.
fairness-say-seals = { $seals ->
    [one] { $seals } sceau que votre navigateur a vu à la table est
   *[other] { $seals } sceaux que votre navigateur a vus à la table sont
  } dans ce journal : c’est bien la partie qui a été jouée.

fairness-head = Empreinte de toute la partie
fairness-head-why = Elle vaut pour chaque coup et chaque dé. Si c’est celle que vous avez vue à la table, c’est la partie qui y a été jouée.

fairness-unreadable = Le fichier ne peut pas être lu : { $problem }.
fairness-no-export = Ce n’est pas le fichier d’une partie de Yupana.
fairness-form = Entrée { $seq } : « { $field } » manque ou n’est pas comme il faut.
fairness-sequence = L’entrée { $seq } est là où devrait être l’entrée { $expected }.
fairness-hash = L’entrée { $seq } a été changée, ou une avant elle : son empreinte ne concorde pas.
fairness-time = L’entrée { $seq } est plus ancienne que celle d’avant.
fairness-twice = L’entrée { $seq } répète une commande déjà faite.
fairness-head-wrong = L’empreinte que nomme le fichier n’est pas celle de son journal.
fairness-other-head = Le journal est entier, mais c’est une autre partie que celle qui a été notée : { $noted }
fairness-story = L’entrée { $seq } ({ $kind }) ne peut pas être là.
fairness-table-wrong = Ce que le fichier dit de la table ({ $field }) n’est pas ce que dit son journal.
fairness-edition = Le fichier contient d’autres tables que celles de l’édition « { $edition } » que nomme son journal.
fairness-branch = Le journal dit que { $said } coups et tirages ont été repris d’une autre partie, mais il y en a { $found }.
fairness-no-seed = La graine manque : la partie n’est pas finie, ou le fichier n’est pas entier.
fairness-commitment = La graine a été échangée : ce n’est pas celle que le serveur avait choisie.
fairness-closing-seed = La graine de l’entrée { $seq } n’est pas celle du fichier.
fairness-nonce = La place { $seat } n’a pas de nombre dans les dés, ou pas un bon.
fairness-server-nonce = Le nombre fait par le serveur pour la place { $seat } ne découle pas de la graine : il a été choisi.
fairness-draw = L’entrée { $seq } clôt une autre liste d’engagements que celle qui a été faite.
fairness-reveal = À l’entrée { $seq }, la place { $seat } révèle un autre nombre que celui auquel elle s’était engagée, ou au mauvais moment.
fairness-void = L’entrée { $seq } déclare nul un tirage qui ne l’était pas, ou nomme d’autres places que les silencieuses.
fairness-seal = Ce que votre navigateur a vu à la table, jusqu’à l’entrée { $seq }, n’est pas dans ce journal : on y a joué une autre partie que celle de ce fichier.
fairness-chance = Le tirage { $number } (entrée { $seq }) aurait dû être « { $found } », pas « { $said } ».
fairness-impossible = L’entrée { $seq } montre quelque chose qui ne pouvait pas venir alors.
fairness-revealed = L’entrée { $seq } reprend quelque chose après la chute des dés, sans le dire.
fairness-not-over = La partie n’est pas finie.

fairness-dice = Comment les dés sont tombés
fairness-dice-what = À côté de chaque face, combien de fois elle vient dans 999 parties sur 1 000 comme celle-ci. Il arrive que l’une en sorte : le hasard n’a pas de mémoire.
fairness-die = { $number ->
    [0] Tous les dés ensemble
   *[other] Dé { $number }
}
fairness-face = Face
fairness-seen = Vue
fairness-expected = Attendu
fairness-usual = Habituel
fairness-special = spéciale
