/** Users of a site that was started as root, by number; their groups have the same numbers. */
export interface Users {
  readonly site: number;
  readonly database: number;
  readonly media: number;
  /** Of everything that reads what strangers have made. */
  readonly decoders: number;
  /** Of the sandbox biller and the people of the demo. */
  readonly helpers: number;
}

/** In a range that Debian gives to nobody. */
const FIRST_DEFAULT = 58_401;

/** How many numbers follow each other. */
export const USER_COUNT = 5;

/** The users from a number on; they need no entry in /etc/passwd. */
export const usersFrom = (first: number = FIRST_DEFAULT): Users => ({
  site: first,
  database: first + 1,
  media: first + 2,
  decoders: first + 3,
  helpers: first + 4,
});
