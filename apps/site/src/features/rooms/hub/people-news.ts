import type { Payload } from '@klieg/contract';
import type { Clock } from '@klieg/kernel';
import { fitBytes } from './fit-bytes.ts';
import type { LiveRoom } from './live-room.ts';
import { type Person, summaryFor } from '../people/person.ts';
import { type Eyes, isListedFor, isNoticedBy } from '../access/sight-rules.ts';
import { listPeople, type ListSort } from '../people/list-people.ts';

/** Users, counts and lists go out this often (CONSTANTS-048). */
export const BATCH_MS = 5_000;
/** A batch with more changes than this is sent as a list. */
const LIST_INSTEAD_ABOVE = 100;

const ALL_EYES: readonly Eyes[] = ['viewers', 'streamer', 'staff'];

/** Group of the list's subscribers that get the same bytes. */
export const listCohort = (sort: ListSort, eyes: Eyes): string => `${sort}.${eyes}`;

/** The user list as these eyes see it; `count` is of the whole room. */
export function listFor(
  room: LiveRoom,
  sort: ListSort,
  eyes: Eyes,
  seq: number,
): Payload<'v3.chat.user_list'> {
  const { presence } = room;
  const listed = presence.people.filter((person) => isListedFor(person.invisibleLevel, eyes));
  const users = listPeople(listed, sort).map((person) =>
    summaryFor(person, eyes, presence.socketsOf(person.key)[0]?.id ?? null),
  );
  return { seq, count: presence.countFor(eyes), users: fitBytes(users) };
}

const countsFor = ({ presence }: LiveRoom, eyes: Eyes) => ({
  user_count: presence.countFor(eyes),
  guest_count: presence.guestCount,
});

/** The room's numbers as these eyes see them. */
export const countFor = (room: LiveRoom, eyes: Eyes, seq: number): Payload<'v3.chat.user_count'> => ({
  seq,
  ...countsFor(room, eyes),
});

/** Who hides by level 1 comes with the level, so that pages say it and list nobody (F2). */
const levelOf = ({ invisibleLevel }: Person) =>
  invisibleLevel > 0 ? { invisible_mode_level: invisibleLevel } : {};

/** Tells rooms who has come and gone (S3204, S3207). */
export interface PeopleNews {
  /** One batch; with `isListTime` the whole list. */
  tell(room: LiveRoom, isListTime: boolean): void;
  /** Somebody changed how hidden they are: the list says so at once, at most every 5 s. */
  relist(room: LiveRoom): void;
}

export function makePeopleNews(options: {
  readonly clock: Clock;
  /** The number that everybody sees, whenever it has changed. */
  readonly onCount: (room: LiveRoom, count: number) => void;
}): PeopleNews {
  const toldCounts = new WeakMap<LiveRoom, string>();
  const relistedAt = new WeakMap<LiveRoom, number>();
  const stale = new WeakSet<LiveRoom>();
  const now = () => options.clock.now();

  const sendLists = (room: LiveRoom) => {
    stale.delete(room);
    const seq = now();
    const lists = new Map<string, Payload<'v3.chat.user_list'>>();
    room.lists.publish('v3.chat.user_list', (cohort) => {
      const [sort, eyes] = cohort.split('.') as [ListSort, Eyes];
      const list = lists.get(cohort) ?? listFor(room, sort, eyes, seq);
      lists.set(cohort, list);
      return list;
    });
  };

  const tellCounts = (room: LiveRoom) => {
    const text = JSON.stringify(ALL_EYES.map((eyes) => countsFor(room, eyes)));
    if (toldCounts.get(room) === text) return;
    toldCounts.set(room, text);
    const seq = now();
    const counts = {
      viewers: countFor(room, 'viewers', seq),
      streamer: countFor(room, 'streamer', seq),
      staff: countFor(room, 'staff', seq),
    };
    room.publishToVisible('v3.chat.user_count', (eyes) => counts[eyes]);
    options.onCount(room, counts.viewers.user_count);
  };

  const tellJoined = (room: LiveRoom, person: Person) => {
    const at = now();
    const socketId = room.presence.socketsOf(person.key)[0]?.id ?? null;
    const variants = new Map(
      ALL_EYES.filter((eyes) => isNoticedBy(person.invisibleLevel, eyes)).map((eyes) => [
        eyes,
        { user: { ...summaryFor(person, eyes, socketId), ...levelOf(person) }, at },
      ]),
    );
    room.lists.publish('v3.chat.user_joined', (cohort) => variants.get(cohort.split('.')[1] as Eyes));
  };

  const tellLeft = (room: LiveRoom, person: Person) => {
    const payload = {
      room: room.username,
      user: { username: person.username, ...levelOf(person) },
      at: now(),
    };
    room.lists.publish('v3.chat.user_left', (cohort) =>
      isNoticedBy(person.invisibleLevel, cohort.split('.')[1] as Eyes) ? payload : undefined,
    );
  };

  return {
    tell(room, isListTime) {
      const { joined, left } = room.presence.takeChanges();
      tellCounts(room);
      if (room.lists.size === 0) return;
      if (isListTime || stale.has(room) || joined.length + left.length > LIST_INSTEAD_ABOVE)
        return sendLists(room);
      for (const person of joined) tellJoined(room, person);
      for (const person of left) tellLeft(room, person);
    },
    relist(room) {
      if (now() - (relistedAt.get(room) ?? 0) < BATCH_MS) return void stale.add(room);
      relistedAt.set(room, now());
      sendLists(room);
    },
  };
}
