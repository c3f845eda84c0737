# La Vallée de Wiraqocha

valley-title = La Vallée de Wiraqocha
valley-tagline = Avec les mêmes dés que tout le monde, cartographiez une vallée perdue… et gare aux serpents.

valley-help =
    À chaque tour, trois dés sont lancés pour tous. Remplissez une à trois cases de votre fiche,
    révélez une découverte au plus, puis dites que vous avez fini. Chaque dé ne sert qu’une fois.

      7 b4                      inscrire un 7 en b4 : un dé, ou la somme de deux ou trois dés
      penny 9 c2                inscrire un nombre au choix de 1 à 15, avec Penny (dé violet)
      hut d4                    dessiner un bâtiment avec Dakota (dé vert) : hut (la hutte),
                                statue (la statue) ou mine (la mine)
      cross e5 with 4+5         barrer le serpent en e5 avec des dés qui font 9
      cross e5 with penny       ou avec Penny
      reveal town a1 a2 b1 b2   révéler une découverte sur ces cases : jungle (une forêt),
                                town (une ville), range (une montagne), pyramid (une pyramide)
      done                      finir votre tour

    La première case est au bord de la vallée ; les suivantes touchent un nombre ou un bâtiment.
      forêt      (jungle)    5 cases, toutes différentes            5 étoiles
      ville      (town)      4 cases, toutes identiques             6 étoiles
      montagne   (range)     3 cases de 6 ou plus                   7 étoiles
      pyramide   (pyramid)   4 cases de 10 ou plus, en forme de T  15 étoiles
    La hutte rapporte 2 étoiles par case de forêt autour d’elle, la statue par case de ville, la
    mine par case de montagne. Une fiche pleine rapporte 7 étoiles. Un serpent coûte le plus grand
    nombre voisin.

    Quand le Serpent sort (dé rouge), dessinez-en un sur la fiche que vous tenez :
      snake c3

    Sur la carte : @ est un serpent, x un serpent barré, H S M les bâtiments, * ce qui vient d’être
    rempli ; f v m p les cases d’une découverte.

valley-face-penny = Penny
valley-face-dakota = Dakota
valley-face-snake = Serpent
valley-score-total = Étoiles
valley-score-full = Fiche pleine
valley-score-discoveries = Découvertes
valley-score-jungle = Forêt
valley-score-town = Ville
valley-score-range = Montagne
valley-score-pyramid = Pyramide
valley-score-structures = Bâtiments
valley-score-hut = Hutte
valley-score-statue = Statue
valley-score-mine = Mine
valley-score-snakes = Serpents
valley-score-bite = Morsure
valley-score-escaped = Serpent barré

valley-end-full = Une fiche est pleine.
valley-end-rounds = Tous les tours sont joués.

valley-tie-structures = L’égalité a été départagée par les étoiles des bâtiments.

valley-rank-tourist = Touriste
valley-rank-pathfinder = Éclaireur
valley-rank-voyager = Voyageur
valley-rank-explorer = Explorateur

## Le plateau dans le navigateur

valley-round-short = T{ $round }
valley-round-of = T{ $round }/{ $rounds }
valley-sheet-own = Votre fiche
valley-sheet-of = Fiche : { $name }
valley-dice = Dés : { $faces }
valley-swapped = Un serpent ! Les fiches changent de mains.
valley-tools = Ce que les dés permettent
valley-tools-for = Ce qui peut aller en { $cell }
valley-tool-penny = { $number } avec Penny
valley-tool-cross = un { $escape } contre un serpent
valley-penny = Penny : n’importe quel nombre de 1 à 15
valley-cell-empty = vide
valley-cell-number = nombre { $number }
valley-cell-found = nombre { $number }, { $kind }
valley-cell-snake = serpent
valley-cell-crossed = serpent barré
valley-cell-is = { $cell } : { $what }
valley-cell-can = { $cell } : { $what } ; peut être choisie
valley-cell-would = { $cell } : { $what } ; peut être choisie : { $effect }
valley-prompt = Choisissez un nombre, puis une case. Ou la case d’abord.
valley-prompt-more = Continuez avec les dés qui restent, révélez une découverte ou terminez.
valley-prompt-what = Que mettre en { $cell } ?
valley-prompt-where = Où placer ceci : { $tool } ?
valley-prompt-reveal = Vous pouvez révéler une découverte. Puis terminez.
valley-prompt-done = Il ne reste rien à inscrire. Terminé ?
valley-prompt-discover = Choisissez un type ; touchez les cases qu’il doit avoir, encore une fois celles à éviter.
valley-prompt-snake = Un serpent ! Dessinez-le sur la fiche que vous tenez ({ $name }).
valley-prompt-snake-own = Un serpent ! Dessinez-le sur votre fiche, là où il peut aller.
valley-prompt-wait = { $more ->
    [0] On attend { $name }.
    [one] On attend { $name } et { $more } autre.
   *[other] On attend { $name } et { $more } autres.
}
valley-hold = Voici une autre fiche ({ $name }). Un serpent mord du plus grand nombre à côté de lui.
valley-hold-own = Votre propre fiche. Un serpent mord du plus grand nombre à côté de lui.
valley-ready = C’est fait
valley-discover = Types de découvertes
valley-discover-count = Découvrir { $count }
valley-kind = { $kind }, { $stars } étoiles, { $count } au choix
valley-previous = La précédente
valley-next = La suivante
valley-which = { $at } sur { $count }
valley-draw = Tracer
valley-about = { $discoveries ->
    [one] { $discoveries } découverte
   *[other] { $discoveries } découvertes
  }, { $snakes ->
    [one] { $snakes } serpent
   *[other] { $snakes } serpents
  }
valley-kind-build = Dessiner un bâtiment
valley-kind-penny = Avec Penny
valley-kind-cross = Barrer un serpent
valley-kind-reveal = Révéler
valley-kind-snake = Dessiner un serpent
valley-kind-done = Terminer
valley-move-mark = { $tool } en { $cell }
valley-move-snake = serpent en { $cell }
valley-move-cross = barrer { $cell } avec { $dice }
valley-move-reveal = { $kind } : { $cells }
valley-key-number = 1 … 9
valley-key-number-does = choisir un nombre ; Entrée sur une case l’inscrit
valley-key-penny = les nombres de Penny
valley-key-discover = chercher des découvertes
