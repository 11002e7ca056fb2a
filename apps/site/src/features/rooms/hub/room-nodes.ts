import type { Bus, Unsubscribe } from '@klieg/contract/bus';
import type { AccountId, Clock, Log } from '@klieg/kernel';
import type { LiveRoom } from './live-room.ts';
import type { Person } from '../people/person.ts';
import { type PackedPerson, packPerson, unpackPerson } from '../people/person-wire.ts';
import type { RoomLeases } from './room-lease-store.ts';
import type { RoomMessage } from './room-messages.ts';

/** Interval for the periodic work of room replicas. */
const TICK_MS = 500;
const RENEW_TICKS = 3;
const PEOPLE_TICKS = 10;
/** How many people of a node are announced to others. */
const PEOPLE_MAX = 2_000;
/** A room counts as shared while another node was heard this recently. */
const SHARED_MS = 5_000;

/** People of one node in a room. */
interface PeopleMessage {
  readonly kind: 'people';
  readonly from: string;
  readonly people: readonly PackedPerson[];
}

/** What the nodes of a room say to each other. */
export const subjectOf = (username: string): string => `rooms.${username}`;

/** Connects the rooms of this node to those of the others: entries in order, people, leases. */
export interface RoomNodes {
  /** Hears what other nodes say of a room, until it is left. */
  join(room: LiveRoom): void;
  leave(room: LiveRoom): void;
  stop(): Promise<void>;
}

export function makeRoomNodes(options: {
  readonly bus: Bus;
  readonly node: string;
  readonly leases: RoomLeases;
  readonly clock: Clock;
  readonly log: Log;
  readonly asChosen: (person: Person) => Person;
}): RoomNodes {
  const stops = new Map<LiveRoom, Unsubscribe>();
  const sharedAt = new Map<LiveRoom, number>();
  const toldPeople = new Map<LiveRoom, string>();
  let ticks = 0;

  const hear = (room: LiveRoom, message: RoomMessage | PeopleMessage) => {
    if (message.from === options.node) return;
    if (message.kind === 'people')
      return room.presence.setRemote(message.from, message.people.map(unpackPerson).map(options.asChosen));
    // Somebody is in the room on another node: from now on both announce their people to each other.
    if (message.kind === 'here') sharedAt.set(room, options.clock.now());
    room.replica.hear(message);
  };

  /** People of a room that is on several nodes: at once when they change, and now and then in any case. */
  const tellPeople = (room: LiveRoom, isTime: boolean) => {
    const isShared = !room.replica.isOwner || options.clock.now() - (sharedAt.get(room) ?? 0) < SHARED_MS;
    if (!isShared) return;
    const people = room.presence.own.slice(0, PEOPLE_MAX).map(packPerson);
    const text = JSON.stringify(people);
    if (!isTime && toldPeople.get(room) === text) return;
    toldPeople.set(room, text);
    options.bus.publish(subjectOf(room.username), { kind: 'people', from: options.node, people });
  };

  const release = (roomId: AccountId) =>
    options.leases
      .release(roomId)
      .catch((error: unknown) => options.log.warn({ err: error }, 'a room could not be given up'));

  const renew = async () => {
    const atMs = performance.now();
    const held = await options.leases.renew();
    const open = new Set<AccountId>();
    for (const room of stops.keys()) {
      open.add(room.ownerId);
      room.replica.renewed(held.has(room.ownerId), atMs);
    }
    // A room may be forgotten while its claim is on the way: then nobody here answers for it.
    await Promise.all([...held].filter((id) => !open.has(id)).map(release));
  };

  const beat = setInterval(() => {
    ticks += 1;
    const isTime = ticks % PEOPLE_TICKS === 0;
    for (const room of stops.keys()) {
      room.replica.tick();
      if (ticks % 2 === 0) tellPeople(room, isTime);
    }
    if (ticks % RENEW_TICKS === 0)
      renew().catch((error: unknown) => options.log.warn({ err: error }, 'rooms could not be held'));
  }, TICK_MS).unref();

  return {
    join: (room) =>
      void stops.set(
        room,
        options.bus.subscribe(subjectOf(room.username), (message) =>
          hear(room, message as RoomMessage | PeopleMessage),
        ),
      ),
    leave(room) {
      room.replica.close();
      stops.get(room)?.();
      for (const map of [stops, sharedAt, toldPeople]) map.delete(room);
      if (room.replica.isOwner) void release(room.ownerId);
    },
    async stop() {
      clearInterval(beat);
      const owned = [...stops.keys()].filter((room) => room.replica.isOwner);
      for (const [room, stop] of stops) {
        room.replica.close();
        stop();
      }
      await Promise.all(owned.map((room) => release(room.ownerId)));
    },
  };
}
