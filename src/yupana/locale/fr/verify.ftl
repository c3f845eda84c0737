## Ce que peut trouver la vérification d’une partie finie.

verify-ok = Tout concorde : les dés étaient fixés avant la partie, chaque tirage en découle, et chaque coup était permis.
verify-unreadable = Le fichier est illisible : { $problem }.
verify-sequence = L’entrée { $seq } se trouve là où devrait être l’entrée { $expected }.
verify-hash = L’entrée { $seq } a été modifiée, ou une entrée avant elle : son empreinte ne concorde pas.
verify-time = L’entrée { $seq } est plus ancienne que la précédente.
verify-cid = L’entrée { $seq } répète une commande déjà exécutée.
verify-head = Le journal finit par { $found }, mais le fichier dit { $said }.
verify-other-head = Le journal finit par { $found } ; à la table, on avait noté { $noted }.
verify-other-digest = La partie mène à { $found } ; à la table, on avait noté { $noted }.
verify-entry = L’entrée { $seq } ({ $kind }) est illisible : { $problem }.
verify-story = L’entrée { $seq } ({ $kind }) ne peut pas se trouver là.
verify-table = Le champ { $field } de la table serait { $said }, mais le journal dit { $found }.
verify-game = La partie ne peut pas être mise en place : { $problem }.
verify-other-rules = La partie a été jouée selon la version { $rules } de ses règles, et ce Yupana joue la version { $known } : les coups et les dés ne peuvent pas être vérifiés avec cette version de Yupana.
verify-other-edition = La partie a été jouée avec l’édition « { $edition } » ({ $digest }), qui n’est pas ici : sans elle, les coups et les dés ne peuvent pas être vérifiés.
verify-not-over = La partie n’est pas finie : ses dés ne peuvent pas encore être vérifiés.
verify-no-seed = La graine des dés manque.
verify-commitment = La graine a été échangée : { $said } avait été promis avant la partie, cette graine donne { $found }.
verify-closing-seed = La graine publiée à l’entrée { $seq } n’est pas celle du fichier.
verify-nonce = La place { $seat } n’a pas de part dans les dés, ou une part mal formée.
verify-server-nonce = La part que le serveur a faite dans les dés pour la place { $seat } ne découle pas de la graine.
verify-chance = Le tirage { $number } (entrée { $seq }) aurait dû être « { $found } », et non « { $said } ».
verify-impossible = L’entrée { $seq } montre ce que ni les dés ni les cartes ne pouvaient donner à ce moment.
verify-illegal = Le coup de la place { $seat } à l’entrée { $seq } n’était pas permis : { $problem } { $clause }
verify-no-such-move = L’entrée { $seq } reprend le coup { $number }, qui n’existe pas.
verify-not-own = À l’entrée { $seq }, la place { $seat } reprend le coup { $number } de quelqu’un d’autre.
verify-revealed = L’entrée { $seq } reprend le tirage { $number } sans dire que la partie est assistée.
verify-built-upon = L’entrée { $seq } reprend le coup { $number }, dont d’autres dépendent.
verify-branch = Le journal dit que { $said } coups et tirages ont été repris d’une autre partie, mais il y en a { $found }.
verify-origin = { $number ->
    [0] L’autre fichier n’est pas la partie que celle-ci dit continuer.
   *[other] L’événement { $number } du début n’est pas celui de cette autre partie.
  }
verify-branched = Le début a été repris d’une autre partie, celle de la table { $table } : ses { $events } premiers coups et tirages. Ils n’ont pas été tirés ici, et rien n’est dit de leurs dés ; tous les dés suivants ont été recalculés.
verify-compared = Ce début est bien celui de l’autre partie, coup pour coup.
verify-draw = L’entrée { $seq } clôt une autre liste d’engagements que celle qui a été faite.
verify-reveal = À l’entrée { $seq }, la place { $seat } révèle un autre nombre que celui auquel elle s’était engagée, ou au mauvais moment.
verify-void = L’entrée { $seq } déclare nul un tirage qui ne l’était pas, ou nomme d’autres places que les silencieuses.
verify-seal = Le sceau que vous aviez noté pour l’entrée { $seq } n’est pas dans ce journal : on a joué une autre partie que celle de ce fichier.
verify-counts = { $moves } coups, { $outcomes } hasards recalculés.
verify-say-committed = { $seats ->
    [one] { $seats } place a fixé en secret une part des dés et ne l’a montrée
   *[other] { $seats } places ont fixé en secret une part des dés et ne l’ont montrée
  } que lorsque personne ne pouvait plus changer la sienne. Si vous teniez une de ces places, vous savez que personne n’a choisi ces dés, pas même quelqu’un qui jouait et tenait le serveur.
verify-say-open = { $seats ->
    [one] { $seats } place avait une part des dés, mais l’a montrée
   *[other] { $seats } places avaient une part des dés, mais l’ont montrée
  } aussitôt : quelqu’un qui tenait le serveur et s’est assis en dernier a pu choisir la sienne en conséquence.
verify-say-server = Aucune place n’avait de part dans les dés : on ne peut exclure que le serveur les ait choisis.
verify-say-void = { $draws ->
    [one] { $draws } tirage des dés a été nul et refait.
   *[other] { $draws } tirages des dés ont été nuls et refaits.
  } Chacun a été une occasion, pour une place silencieuse ou pour qui tenait le serveur, de refuser des dés qui déplaisaient.
verify-say-silent = La place { $seat } n’a pas montré sa part { $times ->
    [one] { $times } fois
   *[other] { $times } fois
  }, et n’a plus eu voix aux dés ensuite.
verify-say-seals = { $seals ->
    [one] { $seals } sceau que vous aviez noté est
   *[other] { $seals } sceaux que vous aviez notés sont
  } dans ce journal : c’est bien la partie qui a été jouée.
verify-die = { $number ->
    [0] Tous les dés
   *[other] Dé { $number }
  } :  { $faces }   (d’ordinaire { $low } à { $high } de chaque ; * est la face spéciale)
verify-edition = Elle a été jouée avec une édition qui se nomme « { $edition } » mais qui n’est pas celle qui vient avec le jeu ; le fichier la contient, et tout a été vérifié d’après elle.
verify-head-hash = L’empreinte de toute l’histoire est { $hash } : comparez-la à celle affichée à la table.
