paititi-title = Paititi
paititi-tagline = Dig with picks and shovels, and show your finds where they are worth most.
paititi-help =
    What you can type in this game, one action a turn:
      draw                       take two digging cards
      display 2/3                lay out a card of your hand for its 2 picks
      dig 1 with 2/3 3/4         dig out card 1 of the row with 3 + 4 shovels
      dig pile with 3/4 3/4      or the top card of the pile
      exhibit tiles/vases        organise this exhibition (you need two artifact cards)
      pass                       only if nothing else is possible
    and when you are asked:
      choose tile 2@2 vase 1@2   the artifact cards you show; choose nothing for none
      give vase 1@2              what you give up after a permanent exhibition
      discard 1/4 2/2            what you hold above eight cards
    A digging card 2/3 has 2 picks and 3 shovels. A card to dig out that says 3/6
    takes 3 displayed picks and 6 shovels from your hand. An artifact card vase
    2@3 shows 2 vases and has back 3. An exhibition of two kinds with a + is an
    opening: 1 point a piece, and you keep your cards. With a / the first kind
    travels: many pieces score best, and you give up all you show of it; the
    second is permanent: 3 points a piece, you give up one card, and one more if
    nobody scores more. Organising is worth 1 point. The game ends two exhibitions
    after Stop is turned up; then each artifact card you own adds its worth.
paititi-score-total = Points
paititi-score-exhibition = Exhibition { $of }
paititi-score-organiser = Organiser
paititi-score-opening = Opening
paititi-score-travelling = Travelling exhibition
paititi-score-permanent = Permanent exhibition
paititi-score-worth = Artifact cards owned
paititi-score-artifact = Artifact card
paititi-end-stop = Stop was turned up, and two exhibitions have followed.
paititi-end-stalled = Nobody can do anything any more.
paititi-tie-worth = The tie was broken by the worth of the artifact cards still owned.
