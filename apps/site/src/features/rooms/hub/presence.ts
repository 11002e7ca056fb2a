import type { Clock } from '@klieg/kernel';
import type { Socket } from '#site/platform/sockets/index.ts';
import type { Person } from '../people/person.ts';
import { type Eyes, isNoticedBy } from '../access/sight-rules.ts';

/** A newcomer counts after this long, so that a passing page makes no noise (S108). */
export const COUNT_AFTER_MS = 1_000;
/** Somebody without a socket stays this long, so that a reload makes no leave and join. */
export const LEAVE_AFTER_MS = 5_000;

/** People of a silent node are forgotten after this. */
export const REMOTE_MS = 12_000;

interface Entry {
  readonly person: Person;
  readonly sockets: Set<Socket>;
  readonly since: number;
  leftAt: number | undefined;
  isAnnounced: boolean;
}

/** The people in one room. Several pages of one person count once. */
export interface Presence {
  add(person: Person, socket: Socket): Person;
  remove(key: string, socket: Socket): void;
  find(key: string): Person | undefined;
  findByName(username: string): Person | undefined;
  /** Everybody who counts, hidden people too. */
  readonly people: readonly Person[];
  /** People with a page on this node. */
  readonly own: readonly Person[];
  /** Whether somebody has a page on another node. */
  isElsewhere(key: string): boolean;
  /** What another node says of its people; it holds for `REMOTE_MS`. */
  setRemote(node: string, people: readonly Person[]): void;
  readonly guestCount: number;
  /** How many are here; people of level 2 and 3 count only for those who see them (F2). */
  countFor(eyes: Eyes): number;
  /** The same without the streamer, who is not her own viewer. */
  watchersFor(eyes: Eyes): number;
  socketsOf(key: string): readonly Socket[];
  /** Who has come and gone since the last call; removes people who have been gone long enough. */
  takeChanges(): { readonly joined: readonly Person[]; readonly left: readonly Person[] };
}

export function makePresence(clock: Clock): Presence {
  const entries = new Map<string, Entry>();
  const remotes = new Map<string, { readonly people: readonly Person[]; readonly atMs: number }>();

  /** People of other nodes without a page here. */
  const remotePeople = (now: number): Map<string, Person> => {
    const found = new Map<string, Person>();
    for (const [node, { people, atMs }] of remotes) {
      if (now - atMs > REMOTE_MS) remotes.delete(node);
      else for (const person of people) if (!entries.has(person.key)) found.set(person.key, person);
    }
    return found;
  };
  const ownCounted = (now: number) =>
    [...entries.values()].filter((entry) => now - entry.since >= COUNT_AFTER_MS).map((entry) => entry.person);
  const counted = (now: number): readonly Person[] => {
    const own = ownCounted(now);
    return remotes.size === 0 ? own : [...own, ...remotePeople(now).values()];
  };
  /** People of other nodes announced so far, so that their coming and going is announced here too. */
  let known = new Map<string, Person>();

  // Each entering page is told the number: counted in place, to avoid a list of thousands for each.
  const countFor = (eyes: Eyes): number => {
    const now = clock.now();
    let count = 0;
    for (const { person, since } of entries.values())
      if (now - since >= COUNT_AFTER_MS && isNoticedBy(person.invisibleLevel, eyes)) count += 1;
    if (remotes.size === 0) return count;
    for (const person of remotePeople(now).values()) if (isNoticedBy(person.invisibleLevel, eyes)) count += 1;
    return count;
  };

  return {
    add(person, socket) {
      const known = entries.get(person.key);
      if (known) {
        known.sockets.add(socket);
        known.leftAt = undefined;
        return known.person;
      }
      const entry = {
        person,
        sockets: new Set([socket]),
        since: clock.now(),
        leftAt: undefined,
        isAnnounced: false,
      };
      entries.set(person.key, entry);
      return person;
    },
    remove(key, socket) {
      const entry = entries.get(key);
      if (!entry?.sockets.delete(socket) || entry.sockets.size > 0) return;
      entry.leftAt = clock.now();
    },
    find: (key) =>
      entries.get(key)?.person ?? (remotes.size > 0 ? remotePeople(clock.now()).get(key) : undefined),
    findByName: (username) =>
      [...entries.values()].find((entry) => entry.person.username === username)?.person ??
      [...remotePeople(clock.now()).values()].find((person) => person.username === username),
    setRemote: (node, people) => void remotes.set(node, { people, atMs: clock.now() }),
    isElsewhere: (key) =>
      [...remotes.values()].some(({ people }) => people.some((person) => person.key === key)),
    get own() {
      return ownCounted(clock.now());
    },
    get people() {
      return counted(clock.now());
    },
    get guestCount() {
      return counted(clock.now()).filter((person) => person.caller.account === null).length;
    },
    watchersFor: (eyes) =>
      counted(clock.now()).filter(
        ({ role, invisibleLevel }) => role !== 'streamer' && isNoticedBy(invisibleLevel, eyes),
      ).length,
    countFor,
    socketsOf: (key) => [...(entries.get(key)?.sockets ?? [])],
    takeChanges() {
      const now = clock.now();
      const joined: Person[] = [];
      const left: Person[] = [];
      for (const [key, entry] of entries) {
        if (entry.leftAt !== undefined && now - entry.leftAt >= LEAVE_AFTER_MS) {
          entries.delete(key);
          if (entry.isAnnounced) left.push(entry.person);
        } else if (!entry.isAnnounced && now - entry.since >= COUNT_AFTER_MS) {
          entry.isAnnounced = true;
          joined.push(entry.person);
        }
      }
      const there = remotePeople(now);
      for (const [key, person] of there) if (!known.has(key)) joined.push(person);
      for (const [key, person] of known) if (!there.has(key) && !entries.has(key)) left.push(person);
      known = there;
      return { joined, left };
    },
  };
}
