paititi-title = Paititi
paititi-tagline = Fouillez à la pioche et à la pelle, puis exposez vos trouvailles là où elles valent le plus.
paititi-help =
    Ce que vous pouvez taper dans ce jeu, une action par tour :
      draw                       piocher deux cartes de Fouilles
      display 2/3                afficher une carte de votre main pour ses 2 pioches
      dig 1 with 2/3 3/4         mettre au jour la carte 1 de la rangée avec 3 + 4 pelles
      dig pile with 3/4 3/4      ou la première carte de la pile
      exhibit tiles/vases        organiser cette exposition (il vous faut deux cartes Artefact)
      pass                       passer, seulement si rien d’autre n’est possible
    et quand on vous le demande :
      choose tile 2@2 vase 1@2   les cartes Artefact que vous exposez ; choose nothing : aucune
      give vase 1@2              ce que vous cédez après une exposition permanente
      discard 1/4 2/2            ce que vous avez en main au-delà de huit cartes

    Les artefacts s’écrivent vase (vase), llama (lama), statue (statue), tile (tuile) et disc
    (disque). Une carte de Fouilles 2/3 a 2 pioches et 3 pelles. Une carte à mettre au jour
    notée 3/6 demande 3 pioches affichées et 6 pelles de votre main. Une carte Artefact vase 2@3
    montre 2 vases et son dos est 3. Une exposition de deux sortes avec un + est un vernissage :
    1 point par pièce, et vous gardez vos cartes. Avec un /, la première sorte voyage : plus il y
    a de pièces, plus elles rapportent, et vous cédez tout ce que vous en exposez ; la seconde
    est permanente : 3 points par pièce, vous cédez une carte, et une de plus si personne n’y
    marque davantage. Organiser rapporte 1 point. La partie finit deux expositions après que Stop
    est retourné ; chaque carte Artefact que vous avez encore ajoute alors sa valeur.
paititi-score-total = Points
paititi-score-exhibition = Exposition { $of }
paititi-score-organiser = Organisation
paititi-score-opening = Vernissage
paititi-score-travelling = Exposition itinérante
paititi-score-permanent = Exposition permanente
paititi-score-worth = Cartes Artefact possédées
paititi-score-artifact = Carte Artefact
paititi-end-stop = Stop a été retourné, et deux expositions ont suivi.
paititi-end-stalled = Plus personne ne peut rien faire.
paititi-tie-worth = L’égalité a été départagée par la valeur des cartes Artefact encore possédées.

## Le plateau dans le navigateur

paititi-turn-short = T{ $turn }
paititi-kind-vase = vases
paititi-kind-llama = lamas
paititi-kind-statue = statues
paititi-kind-tile = tuiles
paititi-kind-disc = disques
paititi-form-opening = vernissage
paititi-form-travelling = itinérante
paititi-form-permanent = permanente
paititi-half = { $form } : { $kind }
paititi-half-worth = { $points } pour { $pieces } ({ $form })
paititi-halves = { $first } ; { $second }
paititi-stop = Stop
paititi-shards = petits morceaux
paititi-artifact = { $kind } × { $pieces }
paititi-exhibitions = Expositions
paititi-decks = Face cachée : { $b } de phase B, { $c } de phase C
paititi-sites = Sites de fouille et pile de cartes de Fouilles
paititi-site = Site { $number } : { $picks ->
    [one] { $picks } pioche
   *[other] { $picks } pioches
  } et { $shovels ->
    [one] { $shovels } pelle
   *[other] { $shovels } pelles
  }
paititi-site-pile = Dessus de la pile : { $picks ->
    [one] { $picks } pioche
   *[other] { $picks } pioches
  } et { $shovels ->
    [one] { $shovels } pelle
   *[other] { $shovels } pelles
  }
paititi-draw = Piocher deux cartes ; il en reste { $left }
paititi-hand = Votre main
paititi-card = { $picks ->
    [one] { $picks } pioche
   *[other] { $picks } pioches
  } ou { $shovels ->
    [one] { $shovels } pelle
   *[other] { $shovels } pelles
  }
paititi-displayed = Affichées : { $cards }
paititi-finds = Vos trouvailles
paititi-find = { $card }, vaut { $worth } à la fin
paititi-no-finds = Aucune trouvaille pour l’instant
paititi-no-hand = Aucune carte en main
paititi-nothing = rien
paititi-hand-count = { $count ->
    [one] { $count } carte en main
   *[other] { $count } cartes en main
  }
paititi-picks = { $count ->
    [one] { $count } pioche affichée
   *[other] { $count } pioches affichées
  }
paititi-owned = { $count ->
    [one] { $count } trouvaille
   *[other] { $count } trouvailles
  }
paititi-showed = { $name } a montré : { $cards }
paititi-found = { $name } a trouvé : { $card }
paititi-ending = { $left ->
    [one] Stop est sorti : il reste { $left } exposition.
   *[other] Stop est sorti : il reste { $left } expositions.
}
paititi-prompt = Piochez, affichez une carte, fouillez ou exposez.
paititi-prompt-wait = C’est à { $name }.
paititi-prompt-dig = { $spent ->
    [one] { $spent } pelle
   *[other] { $spent } pelles
  } pour { $needed }. Touchez des cartes pour les échanger, puis fouillez.
paititi-prompt-display = Pour ses pioches : elle reste devant vous jusqu’à ce qu’elles servent.
paititi-prompt-exhibit = { $exhibition }. Tout le monde peut participer.
paititi-prompt-choose = Que montrez-vous ? { $exhibition }. Personne ne le voit avant que tous aient choisi.
paititi-prompt-chosen = Rapporte { $worth }. Personne ne le voit avant que tous aient choisi.
paititi-prompt-give = L’exposition permanente garde { $count ->
    [one] { $count } de vos cartes : laquelle ?
   *[other] { $count } de vos cartes : lesquelles ?
}
paititi-prompt-discard = Trop de cartes en main : défaussez-en { $count }.
paititi-prompt-sealed = { $count ->
    [one] Choix scellé. { $count } personne choisit encore.
   *[other] Choix scellé. { $count } personnes choisissent encore.
}
paititi-prompt-pass = Rien n’est possible : passez.
paititi-dig = Fouiller
paititi-display = Afficher
paititi-exhibit = Exposer
paititi-show = Montrer
paititi-show-nothing = Ne rien montrer
paititi-give = Céder
paititi-discard = Défausser
paititi-pass = Passer
paititi-choose-first = À vous
paititi-kind-of-draw = Piocher
paititi-kind-of-display = Afficher
paititi-kind-of-dig = Fouiller
paititi-kind-of-exhibit = Exposer
paititi-kind-of-choose = Montrer
paititi-kind-of-give = Céder
paititi-kind-of-discard = Défausser
paititi-kind-of-pass = Passer
paititi-move-draw = piocher deux cartes
paititi-move-pass = passer
paititi-move-display = afficher { $card }
paititi-move-dig = fouiller le site { $site } avec { $cards }
paititi-move-dig-pile = fouiller la pile avec { $cards }
paititi-move-exhibit = organiser { $exhibition }
paititi-move-turn = Nouvelle exposition : { $exhibition }
paititi-move-choose = montrer { $cards }
paititi-move-give = céder { $cards }
paititi-move-discard = défausser { $cards }
paititi-move-find = Trouvé : { $card }
paititi-key-rows = vers la main, les sites, les expositions, vos trouvailles
