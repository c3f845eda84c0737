temple-title = Le Temple d’Apikhabou
temple-tagline = Un nombre par tour : formez une longue suite et des groupes, et triomphez des momies à coups de 9.
temple-help =
    Ce que vous pouvez taper dans ce jeu :
      7 b4          inscrire un 7 dans la case b4 (colonne b, ligne 4)
      mummy c3      dessiner une momie dans la case c3 de la fiche que vous tenez
    Vous inscrivez un nombre par tour : celui d’un dé, ou la somme de deux ou trois dés.
    Les cases entre crochets [ ] sont des portes : elles ne reçoivent un nombre qu’après
    un Crochetage. Avec Penny, inscrivez n’importe quel nombre de 1 à 15. À la fin :
    1 étoile par case de votre plus longue suite (4-5-6-7...), 3 pour chaque nombre qui
    forme un groupe de trois, 2 par momie voisine d’un 9, et 2 de moins pour chaque autre.
temple-face-penny = Penny
temple-face-lockpick = Crochetage
temple-face-mummy = Momie
temple-score-total = Étoiles
temple-score-series = Plus longue suite
temple-score-groups = Groupes
temple-score-group = Groupe des { $of }
temple-score-mummies = Momies
temple-score-beaten = Momie vaincue par un 9
temple-score-unbeaten = Momie invaincue
temple-end-full = Le temple est exploré : toutes les cases sans porte sont remplies.
temple-tie-series = L’égalité a été départagée par la plus longue suite.
temple-rank-tourist = Touriste
temple-rank-pathfinder = Éclaireur
temple-rank-voyager = Voyageur
temple-rank-explorer = Explorateur

## Le plateau dans le navigateur

temple-round-short = T{ $round }
temple-sheet-own = Votre fiche
temple-sheet-of = Fiche : { $name }
temple-dice = Dés : { $faces }
temple-swapped = Une momie ! Les fiches changent de mains.
temple-numbers = Nombres que vous pouvez inscrire
temple-numbers-for = Nombres pour { $cell }
temple-number-effect = { $number }, { $by } : { $why }
temple-effect-series = suite { $by }
temple-effect-groups = groupes { $by }
temple-effect-mummies = momies { $by }
temple-effect-none = rien ne change encore
temple-cell-empty = vide
temple-cell-door = porte fermée
temple-cell-number = nombre { $number }
temple-cell-mummy = momie
temple-cell-can = { $cell } : { $what } ; vous pouvez la remplir
temple-cell-would = { $cell } : { $what } ; vous pouvez la remplir : { $effect }
temple-cell-is = { $cell } : { $what }
temple-prompt = Choisissez un nombre, puis une case. Ou la case d’abord.
temple-prompt-penny = Penny : n’importe quel nombre de 1 à 15, dans une case éclairée.
temple-prompt-lockpick = Crochetage : inscrivez un nombre dans une porte.
temple-prompt-number = Quel nombre va en { $cell } ?
temple-prompt-cell = Où va le { $number } ?
temple-prompt-haunt = Une momie ! Dessinez-la sur la fiche que vous tenez ({ $name }).
temple-prompt-haunt-own = Une momie ! Dessinez-la sur votre fiche, là où elle peut aller.
temple-prompt-wait = { $more ->
    [0] On attend { $name }. Touchez votre marque pour la reprendre.
    [one] On attend { $name } et { $more } autre. Touchez votre marque pour la reprendre.
   *[other] On attend { $name } et { $more } autres. Touchez votre marque pour la reprendre.
}
temple-haunt = Voici une autre fiche ({ $name }). Une momie coûte 2 étoiles, sauf si un 9 est à côté.
temple-haunt-own = Votre propre fiche. Une momie coûte 2 étoiles, sauf si un 9 est à côté : elle en rapporte alors 2.
temple-ready = C’est fait
temple-open = À vous
temple-kind-mummy = Dessiner une momie
temple-move-write = { $number } en { $cell }
temple-move-mummy = momie en { $cell }
temple-step-series = Suite de { $count }
temple-key-number = 1 … 9
temple-key-number-does = choisir un nombre ; Entrée sur une case l’inscrit
