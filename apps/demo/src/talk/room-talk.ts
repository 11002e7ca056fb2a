import { topicLines } from './topic-lines.ts';

/*
 * What is said in a room of the demo. Lines follow what the room is about, and none comes back before most others
 * have been said, so that a visitor who stays reads a conversation and not a loop.
 */

const greetings =
  'evening all / hello from {city} / just got in, what did I miss? / hi {name} / back again / first time here, hello / morning from {city} / hello everybody'.split(
    ' / ',
  );
const remarks =
  'good sound today / the light is great tonight / greetings from {city} / same time on {day}? / my favourite room / that was lovely / love this part / {name} is right / what is on for {day}? / no hurry, we are here / back in ten minutes / worth staying up for / I told a friend about this room / everybody is polite here / how long have you done this? / this is better than my whole {day} / hello {name}, long time / is there a schedule? / I missed {day}, was it good? / same here, {name}'.split(
    ' / ',
  );
const answers =
  'hello {name}, good to see you / thank you, {name} / {name}, you were here on {day}, I remember / back on {day}, same time / thank you for being here, all of you / {city}? I have never been / give me a second, I read everything / it is {number} minutes past and I have not eaten'.split(
    ' / ',
  );
const cities =
  'Lisbon / Porto / Ghent / Leeds / Kraków / Turin / Bergen / Lyon / Graz / Tartu / Cork / Malmö / Utrecht / Valencia / Brno / Halifax'.split(
    ' / ',
  );
const days = 'Monday / Tuesday / Wednesday / Thursday / Friday / Saturday / Sunday'.split(' / ');
/** Of the lines that a room has, so many must be said before one comes again. */
const MEMORY_PART = 0.8;
const NUMBER_MAX = 40;

/** The talk of one room. */
export interface RoomTalk {
  /** What a viewer says next; `isFirst` of a visit: a greeting. Later others may call them by name. */
  viewerLine(username: string, isFirst?: boolean): string;
  performerLine(): string;
}

/** Chooses lines without saying one again soon. */
function makeDeck(lines: readonly string[], random: () => number): () => string {
  const recent: string[] = [];
  const memory = Math.floor(lines.length * MEMORY_PART);
  return () => {
    const left = lines.filter((line) => !recent.includes(line));
    const line = left[Math.floor(random() * left.length)]!;
    recent.push(line);
    if (recent.length > memory) recent.shift();
    return line;
  };
}

const PEOPLE_MAX = 8;

/** @param tags of the room; what nobody has written lines for is talked about in general */
export function makeRoomTalk(tags: readonly string[], random: () => number = Math.random): RoomTalk {
  const topics = tags.flatMap((tag) => topicLines[tag] ?? []);
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)]!;
  const people: string[] = [];
  const decks = {
    greeting: makeDeck(greetings, random),
    viewer: makeDeck([...topics.flatMap(({ viewers }) => viewers), ...remarks], random),
    performer: makeDeck([...topics.flatMap(({ performer }) => performer), ...answers], random),
  };
  /** A line that names somebody waits until somebody else is known. */
  const say = (deck: () => string, speaker?: string): string => {
    const others = people.filter((person) => person !== speaker);
    let line = deck();
    while (others.length === 0 && line.includes('{name}')) line = deck();
    return line
      .replace('{name}', () => pick(others))
      .replace('{city}', () => pick(cities))
      .replace('{day}', () => pick(days))
      .replace('{number}', () => String(2 + Math.floor(random() * NUMBER_MAX)));
  };
  return {
    viewerLine(username, isFirst = false) {
      const line = say(isFirst ? decks.greeting : decks.viewer, username);
      if (!people.includes(username)) people.push(username);
      if (people.length > PEOPLE_MAX) people.shift();
      return line;
    },
    performerLine: () => say(decks.performer),
  };
}
