/** What is said in rooms about one topic: by those who watch, and by the performer. */
export interface TopicLines {
  readonly viewers: readonly string[];
  readonly performer: readonly string[];
}

const of = (viewers: string, performer: string): TopicLines => ({
  viewers: viewers.split(' / '),
  performer: performer.split(' / '),
});

/** By tag of the room. Each list is separated by ` / `. */
export const topicLines: Readonly<Record<string, TopicLines>> = {
  vinyl: of(
    'which pressing is that? / I have this one with the misprinted sleeve / mono or stereo? / the crackle is half of it / is the needle new? / my father sold his whole collection / 33 or 45? / can you show the sleeve for a second',
    'this is the 1974 pressing, I found it in Lisbon / side B in a moment / I clean them with distilled water, nothing else / the sleeve has a coffee ring, not mine',
  ),
  guitar: of(
    'what tuning is this? / that chord change, again please / nylon or steel? / how long did the barre chords take you? / is that a capo on two? / the low string buzzes nicely / do you take lessons?',
    'open D, capo two / I learned this by ear, so it may be wrong / my fingers need a minute / next one is slower',
  ),
  talk: of(
    'how was your week? / agree with you about Mondays / what would you do with a free year? / I like that you answer everybody / long day here, this helps / did you ever go back?',
    'ask me something nobody asks / I read all of it, give me a second / that is a good question, let me think / my week was long and mostly laundry',
  ),
  fitness: of(
    'my legs still hurt from Tuesday / how many sets? / is that with or without warm-up? / I do this next to the desk / form looks clean / water break please',
    'slow down on the way back / three sets, and breathe / nobody counts, so do one more / stop when it is sharp, go on when it burns',
  ),
  dance: of(
    'where did you train? / the turn at the end! / what is this song? / I have two left feet and I am still watching / again but slower? / shoes or barefoot?',
    'eight counts, then the turn / I mark it first and then we go / it is all in the knees / one more time from the top',
  ),
  cooking: of(
    'how much garlic is that / mine always sticks / can I use butter instead? / I am eating toast and feel judged / what pan is it? / salt at the start or the end?',
    'two lemons, not three / low heat and patience / taste it before you salt it / it rests ten minutes and so do I',
  ),
  cosplay: of(
    'how long did the armour take? / is that foam? / the stitching is unreal / what is next on the list? / how do you get it through a door? / did you paint it yourself?',
    'foam, heat and far too much glue / the shoulder took two evenings / seams are hidden on the inside / next one has wings, help me',
  ),
  boxing: of(
    'hands up! / how heavy is the bag? / southpaw? / that left hook / which gloves are those? / three minutes feel like thirty',
    'guard up, chin down / round two in a minute / the feet do it, the hands only arrive / breathe out on every one',
  ),
  gaming: of(
    'behind you / you missed the chest / which difficulty? / I was stuck here for a week / skip the bridge, go left / save before the door',
    'do not tell me, I want to find it / that was lag and I stand by it / one more try and then we sleep / left, you said left',
  ),
  painting: of(
    'which paper is it? / the blue is so calm / how do you keep it from bleeding? / watercolour or gouache? / I would ruin it right now / is that the portrait from yesterday?',
    'hot pressed, 300 grams, it forgives / it looks wrong until the last ten minutes / the shadow is never grey / pick the next colour',
  ),
  yoga: of(
    'is it fine without a mat? / my dog joined / I fell over, all good / that stretch was needed / how long do we hold? / level one, honestly',
    'five breaths here / nothing should pinch / look at one point and do not judge it / come back slowly',
  ),
  piano: of(
    'is that in six eight? / the left hand!! / how old were you when you began? / is it tuned a bit low? / could you play the slow one again / upright or grand at home?',
    'new piece, so be kind / I play it slow first / the pedal squeaks, it is part of the band now / requests are open',
  ),
  fashion: of(
    'where is the jacket from? / the lining! / would you wear it in the rain? / vintage or new? / show the back? / does it have pockets',
    'thrifted, and I changed the buttons / it has pockets, calm down / wool, so no machine / second look in a minute',
  ),
  jazz: of(
    'who is on drums? / that solo was all over the place, in a good way / is it a standard? / first time I like a saxophone / what year? / more of this when it rains',
    'it is a standard, I only took the corners off / listen to the bass here / one more before midnight / nobody plays it twice the same way',
  ),
  acoustic: of(
    'your own song? / the second verse got me / no effects at all, lovely / the room sounds good / please record this one / which microphone?',
    'my own, three weeks old / no effects, just the kitchen / second verse is new today / I forgot the bridge, on purpose',
  ),
  club: of(
    'what is the BPM / the drop! / my neighbours say hello / is it your own mix? / light is perfect / one more hour please',
    'we stay around 124 / next record goes in slowly / hands up if you are in a kitchen / my own edit, do not tell anyone',
  ),
  cozy: of(
    'tea or cocoa? / rain here as well / is that a real fire? / I am working with you on in the corner / blanket approved / best quiet hour of the day',
    'tea, and it is gone already / we stay quiet for a while / the fire is a lamp, sorry / I knit, you talk',
  ),
  chess: of(
    'knight f6? / you left the bishop / never trust a free pawn / what is your rating? / I saw that mate, I did not / rook on the open file!',
    'I take it and regret it later / vote for the next move / that pawn was a gift / resign? never before tea',
  ),
  poetry: of(
    'read it once more / who wrote that? / the last line / in the original please / I had to pause / do you write in the morning or at night?',
    'this one is short / the last line took a month / silence is part of it / send me a word and I look for a poem',
  ),
  language: of(
    'how do you say it with an accent? / is it formal? / my teacher never told us that / say the long one again / what does it mean word for word? / easy for you to say',
    'repeat after me / it has no translation, only a feeling / word for word it makes no sense / roll the r and think of a cat',
  ),
  ceramics: of(
    'it is leaning / oh no, the rim / which clay? / how hot is the kiln? / I would have dropped it / is the glaze food safe?',
    'hands wet, wheel slow / it leans, and I like it / the kiln opens on Friday / the third one is always the good one',
  ),
  drums: of(
    'that fill! / how do the neighbours survive / brushes or sticks? / five against four?? / count it out loud please / the snare is so dry',
    'slow first, then at speed / count with me / brushes until ten, it is the law / the left foot has its own opinion',
  ),
  travel: of(
    'where are you now? / I was there in 2019, it rained / is it safe to cycle? / what is that mountain? / take the slow train / how do you pack that light?',
    'the slow train and one bag / it rained all day and I loved it / the map is wrong on purpose / next stop is by the sea',
  ),
  film: of(
    'director’s cut? / the ending still hurts / black and white suits it / who scored it? / I fell asleep at that one, sorry / which one should I start with?',
    'no spoilers in the first hour / start with the short one / it is all in the second act / listen to the silence before the door',
  ),
  books: of(
    'on which page are you? / I never finished that one / paper or screen? / the translation is better / reading list please / what was the last one that kept you up?',
    'page 212, and I do not trust the sister / paper, I bend the corners, judge me / the list is on my page / next week we read the short one',
  ),
};
