/** One live room of the demo, as its viewers are told of it. */
export interface CastRoom {
  readonly username: string;
  readonly tags: readonly string[];
}

/** Who sits where: the rooms, and viewers for them, those that always come first. */
export interface Cast {
  readonly rooms: readonly CastRoom[];
  /** They sit in the rooms in turn. */
  readonly regulars: readonly string[];
  /** They fill the rooms after the first two. */
  readonly audience: readonly string[];
}

/** A viewer at a place in a room. */
export interface Place {
  readonly room: CastRoom;
  /** Absent: a guest. */
  readonly username?: string;
}

/** In the first rooms nothing happens but talk and privates that are asked for, so that nothing unexpected is met there. */
export const PLAIN_ROOMS = 2;
const AUDIENCE_PER_ROOM = 3;
const GUESTS_MIN = 3;
/** Guests of the most popular room beyond the least. */
const GUESTS_MORE = 22;

/** How many only watch: few rooms have many, many have few. */
const guestsOf = (place: number): number =>
  place < PLAIN_ROOMS ? GUESTS_MIN + place : GUESTS_MIN + Math.floor(GUESTS_MORE / (1 + ((place * 7) % 11)));

/** Every seat of the demo. */
export function seatsOf({ rooms, regulars, audience }: Cast): Place[] {
  const known = regulars.map((username, i) => ({ username, room: rooms[i % rooms.length]! }));
  const others = rooms
    .slice(PLAIN_ROOMS)
    .flatMap((room, i) =>
      audience
        .slice(i * AUDIENCE_PER_ROOM, (i + 1) * AUDIENCE_PER_ROOM)
        .map((username) => ({ username, room })),
    );
  const guests = rooms.flatMap((room, i) => Array.from({ length: guestsOf(i) }, () => ({ room })));
  return rooms.length === 0 ? [] : [...known, ...others, ...guests];
}
