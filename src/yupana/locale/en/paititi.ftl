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

## The board in the browser

paititi-turn-short = T{ $turn }
paititi-kind-vase = vases
paititi-kind-llama = llamas
paititi-kind-statue = statues
paititi-kind-tile = tiles
paititi-kind-disc = discs
paititi-form-opening = opening
paititi-form-travelling = travelling
paititi-form-permanent = permanent
paititi-half = { $form }: { $kind }
paititi-half-worth = { $points } for { $pieces } ({ $form })
paititi-halves = { $first }; { $second }
paititi-stop = Stop
paititi-shards = shards
paititi-artifact = { $kind } × { $pieces }
paititi-exhibitions = Exhibitions
paititi-decks = Face down: { $b } of phase B, { $c } of phase C
paititi-sites = Dig sites, and the pile of digging cards
paititi-site = Site { $number }: { $picks ->
    [one] { $picks } pick
   *[other] { $picks } picks
  } and { $shovels ->
    [one] { $shovels } shovel
   *[other] { $shovels } shovels
  }
paititi-site-pile = Top of the pile: { $picks ->
    [one] { $picks } pick
   *[other] { $picks } picks
  } and { $shovels ->
    [one] { $shovels } shovel
   *[other] { $shovels } shovels
  }
paititi-draw = Draw two cards; { $left } are left
paititi-hand = Your hand
paititi-card = { $picks ->
    [one] { $picks } pick
   *[other] { $picks } picks
  } or { $shovels ->
    [one] { $shovels } shovel
   *[other] { $shovels } shovels
  }
paititi-displayed = On display: { $cards }
paititi-finds = Your finds
paititi-find = { $card }, worth { $worth } at the end
paititi-no-finds = No finds yet
paititi-no-hand = No cards in hand
paititi-nothing = nothing
paititi-hand-count = { $count ->
    [one] { $count } card in hand
   *[other] { $count } cards in hand
  }
paititi-picks = { $count ->
    [one] { $count } pick on display
   *[other] { $count } picks on display
  }
paititi-owned = { $count ->
    [one] { $count } find
   *[other] { $count } finds
  }
paititi-showed = { $name } showed: { $cards }
paititi-found = { $name } found: { $card }
paititi-ending = { $left ->
    [one] Stop is open: one exhibition is left.
   *[other] Stop is open: { $left } exhibitions are left.
}
paititi-prompt = Draw, display a card, dig, or exhibit.
paititi-prompt-wait = { $name } is at it.
paititi-prompt-dig = { $spent ->
    [one] { $spent } shovel
   *[other] { $spent } shovels
  } for { $needed }. Swap cards by tapping them, then dig.
paititi-prompt-display = For its picks: it stays before you until they are used.
paititi-prompt-exhibit = { $exhibition }. Everybody may take part.
paititi-prompt-choose = What do you show? { $exhibition }. Nobody sees it before all have chosen.
paititi-prompt-chosen = Scores { $worth }. Nobody sees it before all have chosen.
paititi-prompt-give = The permanent exhibition keeps { $count ->
    [one] one of your cards: which one?
   *[other] { $count } of your cards: which ones?
}
paititi-prompt-discard = Too many cards in hand: put { $count } away.
paititi-prompt-sealed = { $count ->
    [one] Sealed. One is still choosing.
   *[other] Sealed. { $count } are still choosing.
}
paititi-prompt-pass = Nothing can be done: pass.
paititi-dig = Dig
paititi-display = Display
paititi-exhibit = Exhibit
paititi-show = Show these
paititi-show-nothing = Show nothing
paititi-give = Give up
paititi-discard = Put away
paititi-pass = Pass
paititi-choose-first = Your turn
paititi-kind-of-draw = Draw
paititi-kind-of-display = Display
paititi-kind-of-dig = Dig
paititi-kind-of-exhibit = Exhibit
paititi-kind-of-choose = Show
paititi-kind-of-give = Give up
paititi-kind-of-discard = Put away
paititi-kind-of-pass = Pass
paititi-move-draw = draw two cards
paititi-move-pass = pass
paititi-move-display = display { $card }
paititi-move-dig = dig site { $site } with { $cards }
paititi-move-dig-pile = dig the pile with { $cards }
paititi-move-exhibit = organise { $exhibition }
paititi-move-turn = New exhibition: { $exhibition }
paititi-move-choose = show { $cards }
paititi-move-give = give up { $cards }
paititi-move-discard = put away { $cards }
paititi-move-find = Found: { $card }
paititi-key-rows = to the hand, the sites, the exhibitions, your finds
