## Les tables d’un serveur : ce qui est refusé, par code.

table-asked-already = Quelqu’un a déjà demandé à reprendre un coup ; il faut d’abord y répondre.
table-all-here = Toutes les personnes que vous attendez sont là et réfléchissent encore.
table-begun = La partie a commencé ; plus personne ne peut s’asseoir.
table-damaged = Le journal de cette table n’est plus tel qu’il a été écrit ({ $what }, entrée { $seq }). On ne joue pas par-dessus ; adressez-vous à la personne qui tient le serveur.
table-delay-fixed = La partie a commencé ; le retard des spectateurs ne change plus.
table-followed = Les mêmes personnes continuent déjà à une autre table.
table-full = Toutes les places sont prises.
table-host-only = Seul l’hôte de la table peut faire cela.
table-locked = L’hôte a fermé la table.
table-name = Rien de ce nom ne peut s’afficher.
table-no-moment = Il n’y a pas de moment { $n } d’où continuer : ils vont de 0 à { $most }.
table-no-next = Personne n’a demandé de nouvelle partie à cette table.
table-no-seat = Il n’y a pas de place { $seat } à une table de { $seats }.
table-no-seed = Cette partie vient d’ailleurs sans sa graine ; on ne peut pas la continuer.
table-no-undo = À cette table, on ne reprend pas ses coups.
table-nobody = Personne n’occupe la place { $seat }.
table-nobody-late = On n’attend personne d’autre que vous.
table-nonce = Un nonce est fait de 32 chiffres hexadécimaux en minuscules.
table-not-away = Personne ne remplace le joueur { $seat }.
table-branched = Cette partie a commencé au milieu d’une autre ; elle n’a pas de dés à faire revenir depuis le début.
table-by-memory = À cette table, il faut se souvenir. On ne revient pas en arrière avant la fin de la partie.
table-log-full = Le compte rendu de cette partie est aussi long qu’il peut l’être ; on ne peut plus rien y ajouter. Vous pouvez encore la regarder et la télécharger.
table-not-begun = La partie n’a pas encore commencé.
table-not-public = Seule une table ouverte à tous se regarde sans lien.
table-not-over = La partie n’est pas finie ; sa graine reste secrète jusque-là.
table-status = Il n’y a pas d’état « { $status } » : c’est waiting ou playing.
table-not-yours = Cette place n’est pas la vôtre.
table-nothing-asked = Il n’y a rien à quoi répondre.
table-one-form = Un coup se donne en texte ou en JSON, l’un des deux.
table-other-edition = Cette partie a été commencée avec l’édition « { $edition } » telle qu’elle était alors ({ $digest }), que ce serveur n’a pas. Vous pouvez l’exporter, mais la jouer seulement là où se trouve cette édition.
table-other-rules = Cette partie a été commencée selon la version { $rules } des règles de { $game }, et ce serveur joue la version { $known }. Vous pouvez l’exporter, mais la jouer seulement avec un Yupana qui connaît la version { $rules }.
table-over = La partie est finie.
table-phrase = Cette phrase n’existe pas ; il y a { $known }.
table-policy = On ne peut pas tenir une table ainsi : { $problem }.
table-public-seats = Vous avez pris beaucoup de places aux tables des autres ces derniers temps ; jouez-y d’abord, ou revenez dans un moment.
table-same-seats = Avec les mêmes dés, chacun garde sa place.
table-replay-early = Ce lien montre la partie une fois qu’elle est finie.
table-stale = Depuis, la place { $seat } a avancé ; regardez de nouveau avant de décider.
table-id-used = Cet identifiant appartient à une autre commande ; donnez-en un nouveau à la vôtre. Rien n’a été fait.
table-no-link = Ce lien n’existe pas à cette table, ou il n’ouvre plus rien.
table-last-host = C’est le dernier lien d’hôte de la table ; créez-en d’abord un autre.
table-no-draw = On ne tire pas les dés en ce moment, ou votre place n’y prend pas part.
table-other-nonce = Ce n’est pas le nombre auquel votre place s’était engagée.
table-drawing = On tire les dés : encore quelques secondes.
table-held = La place { $seat } est nouvelle pour vous : un robot joue ce tour, le suivant est à vous.
table-ask-first = Demandez d’abord, par une offre, à qui tient la place { $seat }.
table-not-absent = On a demandé à qui tient la place { $seat } ; dans { $seconds } secondes sans signe de vie, vous pourrez la donner.
table-taken = La place { $seat } est prise.
table-unplayable = Cette partie ne peut pas être installée ici, vous pouvez donc seulement l’exporter : { $problem }
table-watching = Vous regardez ; pour jouer, asseyez-vous d’abord.
table-which-seat = Vous jouez plusieurs places, ou aucune : dites de laquelle il s’agit.

auth-no-key = Ce secret n’ouvre pas cette table, ou il n’y en avait pas.
auth-no-origin = La requête d’un navigateur doit dire de quelle page elle vient.
auth-other-site = La page d’un autre site ne peut pas faire cela.
auth-resume = Ce code n’ouvre aucune place à cette table.
auth-resume-slip = Ce code n’est pas entier : une lettre est fausse, ou deux ont échangé leur place.

wire-cid = L’identifiant d’une commande a de 8 à 40 lettres, chiffres, - ou _.
wire-deep = Rien de sensé n’est imbriqué au-delà de { $most } niveaux.
wire-hello-first = Commencez par dire bonjour (hello).
wire-large = Un message ne dépasse pas { $most } octets.
wire-malformed = Le message est illisible : { $problem }.
wire-nodes = Rien de sensé n’a plus de { $most } éléments.
wire-not-json = Envoyez du JSON et dites-le dans l’en-tête : application/json.
wire-number = Les nombres sont entiers, et pas si grands.
wire-slow-down = C’était trop rapide ; attendez un instant et renvoyez-le.
wire-text = Le texte contient des caractères que personne ne pourrait voir.
wire-version = Vous parlez la version { $theirs } et le serveur parle la { $ours }.

server-bad-host = La requête n’a pas d’en-tête Host lisible.
server-wrong-host = Ce serveur ne se connaît pas sous le nom { $host }. S’il est à vous, lancez-le avec --set hosts={ $host } et réessayez.
server-other-host = Ce serveur répond à l’adresse { $url } et non sous le nom { $host } ; qui le tient peut ajouter des noms avec le réglage hosts.
server-again = Reconnectez-vous, s’il vous plaît.
server-busy = La table est très occupée ; renvoyez-le dans un instant.
server-error = Quelque chose s’est mal passé sur le serveur ; rien n’a changé.
server-forgotten = Cette table a été rangée ; personne n’y était venu depuis longtemps.
server-taken-over = L’hôte a donné votre place à quelqu’un d’autre. Vous pouvez la reprendre.
server-moved = Cette place se joue maintenant sur un autre appareil.
server-no-method = Cette adresse n’accepte pas ce genre de requête.
server-no-path = Il n’y a rien à cette adresse.
server-sent-away = L’hôte a mis fin à votre place.
server-stopping = Le serveur s’arrête et reviendra ; rien n’est perdu.
server-tables-full = Trop de tables attendent ici qu’une partie commence ; réessayez plus tard.
server-too-many = Trop de requêtes ; attendez une minute.
server-too-many-sockets = Trop de connexions sont ouvertes.
server-too-many-tables = Trop de tables ont été ouvertes d’ici ; attendez un peu.
server-unavailable = Le serveur ne peut pas dire pour l’instant si c’est fait ; il reviendra, et redemander est sans danger.

## La page d’accueil.

page-api = Tout ce que fait un client, un programme peut le faire avec les mêmes messages :
page-games = Les jeux
page-none-open = Aucune pour le moment.
page-open-tables = Les tables ouvertes à tous
page-watched-tables = Les parties que chacun peut regarder
page-programs = Pour les programmes
page-rules = règles
page-unofficial = Ce site n’est pas officiel. La Vallée de Wiraqocha, Le Temple d’Apikhabou et Wiraqocha sont de Henri Kermarrec, publiés par Sit Down! ; Paititi est de Walter Schranz, publié par WRS-Spiele. Nous les remercions. Si ces jeux vous plaisent, achetez les boîtes ; si vous voulez les proposer au public, demandez d’abord.
page-what = Un serveur de tables pour quatre jeux de société aux mondes perdus. On s’assied par un lien ou un code de quatre lettres, sur n’importe quel appareil ; des robots prennent les places qui restent.

## Ce que dit un serveur dans le terminal.

serve-on = Yupana est servi sur { $address }
serve-lan = Les autres, sur votre réseau : { $address }
serve-stop = Ctrl-C l’arrête ; rien n’est perdu.
