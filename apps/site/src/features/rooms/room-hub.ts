import type { EventName, Payload } from '@klieg/contract';
import type { Bus, Unsubscribe } from '@klieg/contract/bus';
import { type AccountId, type Clock, type Log, uuidv7 } from '@klieg/kernel';
import type { Socket } from '../../platform/sockets/index.ts';
import { type Entry, makeEntryWatch } from './entry-watch.ts';
import { type LiveRoom, makeLiveRoom } from './live-room.ts';
import { BATCH_MS, countFor, listFor, makePeopleNews } from './people-news.ts';
import type { Person } from './person.ts';
import { type PackedPerson, packPerson, unpackPerson } from './person-wire.ts';
import type { RoomLeases } from './room-lease-store.ts';
import { makeRoomReplica, type RoomEntry, type RoomMessage } from './room-replica.ts';
import { obeyRoomOrder, type RoomOrder } from './room-orders.ts';
import { eyesOf, invisibleLevelFor } from './sight-rules.ts';
import type { ListSort } from './user-order.ts';

const LIST_EVERY_MS = 60_000;
/** An empty room is kept this long, so that a history survives everybody's reload. */
const KEEP_EMPTY_MS = 10 * 60_000;

/** A page in a room. */
export interface RoomSession {
  readonly room: LiveRoom;
  readonly person: Person;
  /** Order of the user list, while the page shows it. */
  listSort: ListSort | undefined;
}

type SnapshotPart = (
  session: RoomSession,
) => Partial<Payload<'v3.room.snapshot'>> | Promise<Partial<Payload<'v3.room.snapshot'>>>;

/** The rooms of this node. Higher features add their parts of the snapshot and their messages. */
export interface RoomHub {
  find(username: string): LiveRoom | undefined;
  /** The room, made when nobody was in it here; resolves when it is known what it holds. */
  open(username: string, ownerId: AccountId): Promise<LiveRoom>;
  /** Address of the sockets of the node that owns a room; null where any node will do. */
  addressOf(ownerId: AccountId): Promise<string | null>;
  /**
   * Puts something into a room's order, on whichever node it is; nothing happens where nobody is in it. With
   * an id a repeat puts it there once.
   * @returns false when it is known not to stand there yet: then it is to be tried again with the same id
   */
  submit(username: string, entry: RoomEntry, id?: string): Promise<boolean>;
  readonly rooms: Iterable<LiveRoom>;
  addSnapshotPart(part: SnapshotPart): void;
  /**
   * Gives an order to every node on which somebody is in the room; it does nothing where nobody is.
   * Orders of one node arrive in their order.
   */
  order(username: string, order: RoomOrder): void;
  /** Notes that somebody is on the way in; to be called before their rights are read. */
  beginEntry(username: string, personKey: string): Entry;
  /** As hidden as they chose last, where what was read of them may be older. */
  asChosen(person: Person): Person;
  /** Calls back when the rules of a room's chat have changed. */
  onRules(handler: (username: string) => void): void;
  /** Handles a message that pages send; one handler per event. */
  onMessage(
    name: EventName,
    handler: (session: RoomSession, payload: Record<string, unknown>, socket: Socket) => void,
  ): void;
  handlerOf(
    name: EventName,
  ): ((session: RoomSession, payload: Record<string, unknown>, socket: Socket) => void) | undefined;
  /** Sends the state of a room to one page; `onSent` runs before anything else is told to the room. */
  sendSnapshot(socket: Socket, session: RoomSession, onSent?: () => void): Promise<void>;
  sendHistory(socket: Socket, session: RoomSession): void;
  sendUserList(socket: Socket, session: RoomSession): void;
  sendCount(socket: Socket, session: RoomSession): void;
  /** The account chose to hide more or less: rooms of all nodes, own pages and staff follow (S3207). */
  hide(accountId: AccountId, chosen: 0 | 1 | 2): void;
  /** All that this node holds of one person: each page has its own object, and so has presence. */
  copiesOf(personKey: string): ReadonlySet<Person>;
  sessionOf(socket: Socket): RoomSession | undefined;
  /** The pages in a room, also those that do not count yet. */
  sessionsIn(room: LiveRoom): readonly (readonly [Socket, RoomSession])[];
  attach(socket: Socket, session: RoomSession): void;
  detach(socket: Socket): void;
  /** Gives all rooms up, so that other nodes go on with them at once. */
  close(): Promise<void>;
}

const HISTORY_BYTES = 60 * 1024;
/** After so many the page gets what there is; the next state shows it the gap. */
const SNAPSHOT_TRIES = 5;

/** The newest lines that fit into one message. */
function fittingHistory(lines: readonly Payload<'v3.chat.message'>[]): Payload<'v3.chat.message'>[] {
  let bytes = 0;
  let from = lines.length;
  while (from > 0) {
    bytes += JSON.stringify(lines[from - 1]).length + 1;
    if (bytes > HISTORY_BYTES) break;
    from -= 1;
  }
  return lines.slice(from);
}

const ORDERS = 'room.orders';
const HIDING = 'room.hiding';

/** How hidden somebody chose to be, in whichever room they are. */
interface HideMessage {
  readonly personKey: string;
  readonly chosen: 0 | 1 | 2;
}

/** What was read or told of somebody may be older than their choice for so long. */
const HIDING_MS = 30_000;

/** What the replicas of rooms do by the clock, and what goes with it. */
const TICK_MS = 500;
const RENEW_TICKS = 3;
const PEOPLE_TICKS = 10;
/** So many people of a node are told to others. */
const PEOPLE_MAX = 2_000;
/** A room of which another node was heard so lately is on several. */
const SHARED_MS = 5_000;

/** People of one node in a room. */
interface PeopleMessage {
  readonly kind: 'people';
  readonly from: string;
  readonly people: readonly PackedPerson[];
}

export function makeRoomHub(options: {
  readonly bus: Bus;
  /** Name of this process; each start has its own. */
  readonly node: string;
  readonly leases: RoomLeases;
  readonly log: Log;
  readonly addressTag: (address: string) => string | undefined;
  readonly clock: Clock;
  readonly onDelivered: (messages: number) => void;
  readonly onRoomCount: (rooms: number) => void;
  /** The number of people in a room, whenever it was looked at and had changed. */
  readonly onCount: (room: LiveRoom, count: number) => void;
}): RoomHub {
  const rooms = new Map<string, LiveRoom>();
  const emptySince = new Map<string, number>();
  const sessions = new Map<Socket, RoomSession>();
  const byPerson = new Map<string, Set<Person>>();
  const parts: SnapshotPart[] = [];
  const handlers = new Map<
    EventName,
    (session: RoomSession, payload: Record<string, unknown>, socket: Socket) => void
  >();
  const news = makePeopleNews(options);
  let lastLists = options.clock.now();

  const tick = setInterval(() => {
    const now = options.clock.now();
    const isListTime = now - lastLists >= LIST_EVERY_MS;
    if (isListTime) lastLists = now;
    for (const room of rooms.values()) {
      news.tell(room, isListTime);
      if (room.socketCount > 0) emptySince.delete(room.username);
      else if (!emptySince.has(room.username)) emptySince.set(room.username, now);
      else if (now - emptySince.get(room.username)! > KEEP_EMPTY_MS) {
        forget(room);
        emptySince.delete(room.username);
      }
    }
    for (const [key, { atMs }] of lately) if (now - atMs > HIDING_MS) lately.delete(key);
    options.onRoomCount(rooms.size);
  }, BATCH_MS).unref();

  const sendHistory = (socket: Socket, { room }: RoomSession) => {
    // What waits to be written is part of the history already.
    room.flush();
    const now = options.clock.now();
    socket.send('v3.chat.history', { seq: now, messages: fittingHistory(room.history) });
    // Told as of now, so that a page with another clock shows what is left of the time.
    for (const highlight of room.highlights)
      socket.send('v3.user.highlighted_message', { ...highlight, at: now });
  };

  const sendSnapshot = async (socket: Socket, session: RoomSession, onSent?: () => void) => {
    const { room } = session;
    for (let attempt = 1; ; attempt++) {
      const { seq, epoch } = room;
      const gathered = await Promise.all(parts.map((part) => part(session)));
      // What was told while they were read may not be in them, and a page that does not know it would miss it.
      if ((seq !== room.seq || epoch !== room.epoch) && attempt < SNAPSHOT_TRIES) continue;
      socket.send('v3.room.snapshot', {
        chat: {},
        ...Object.assign({}, ...gathered),
        seq,
        epoch,
        mode: 'public',
        user_count: room.presence.countFor(eyesOf(session.person.role)),
      });
      return onSent?.();
    }
  };

  /** What the nodes of a room say to each other. */
  const subjectOf = (username: string): string => `rooms.${username}`;
  const stops = new Map<LiveRoom, Unsubscribe>();

  const makeRoom = (username: string, ownerId: AccountId): LiveRoom => {
    const room = makeLiveRoom({
      username,
      ownerId,
      clock: options.clock,
      makeReplica: (hooks) =>
        makeRoomReplica({
          node: options.node,
          publish: (message) => options.bus.publish(subjectOf(username), message),
          claim: () => options.leases.claim(ownerId),
          now: () => performance.now(),
          wallClock: options.clock.now,
          ...hooks,
        }),
      onDelivered: options.onDelivered,
      onRecovered(_room, socket) {
        const session = sessions.get(socket);
        if (!session) return;
        sendSnapshot(socket, session, () => sendHistory(socket, session)).catch((error: unknown) =>
          options.log.error({ err: error, room: username }, 'a page could not be repaired'),
        );
      },
    });
    const stop = options.bus.subscribe(subjectOf(username), (message) =>
      hear(room, message as RoomMessage | PeopleMessage),
    );
    stops.set(room, stop);
    return room;
  };

  const entries = makeEntryWatch();
  const lately = new Map<string, { readonly chosen: 0 | 1 | 2; readonly atMs: number }>();

  /** As hidden as they chose last, where what is known of them may be older. */
  const asChosen = (person: Person): Person => {
    const choice = lately.get(person.key);
    return choice ? { ...person, invisibleLevel: invisibleLevelFor(choice.chosen, person.role) } : person;
  };

  const hear = (room: LiveRoom, message: RoomMessage | PeopleMessage) => {
    if (message.from === options.node) return;
    if (message.kind === 'people')
      return room.presence.setRemote(message.from, message.people.map(unpackPerson).map(asChosen));
    // Somebody is in the room on another node: from now on each tells the other of its people.
    if (message.kind === 'here') sharedAt.set(room, options.clock.now());
    room.replica.hear(message);
  };

  const sharedAt = new Map<LiveRoom, number>();
  const toldPeople = new Map<LiveRoom, string>();
  let ticks = 0;

  /** People of a room that is on several nodes: at once when they change, and now and then in any case. */
  const tellNodes = (room: LiveRoom, isTime: boolean) => {
    const isShared = !room.replica.isOwner || options.clock.now() - (sharedAt.get(room) ?? 0) < SHARED_MS;
    if (!isShared) return;
    const people = room.presence.own.slice(0, PEOPLE_MAX).map(packPerson);
    const text = JSON.stringify(people);
    if (!isTime && toldPeople.get(room) === text) return;
    toldPeople.set(room, text);
    options.bus.publish(subjectOf(room.username), { kind: 'people', from: options.node, people });
  };

  const renew = async () => {
    const atMs = performance.now();
    const held = await options.leases.renew();
    for (const room of rooms.values()) room.replica.renewed(held.has(room.ownerId), atMs);
  };

  const beat = setInterval(() => {
    ticks += 1;
    const isTime = ticks % PEOPLE_TICKS === 0;
    for (const room of rooms.values()) {
      room.replica.tick();
      if (ticks % 2 === 0) tellNodes(room, isTime);
    }
    if (ticks % RENEW_TICKS === 0)
      renew().catch((error: unknown) => options.log.warn({ err: error }, 'rooms could not be held'));
  }, TICK_MS).unref();

  const forget = (room: LiveRoom) => {
    rooms.delete(room.username);
    room.replica.close();
    stops.get(room)?.();
    for (const map of [stops, sharedAt, toldPeople]) map.delete(room);
    if (room.replica.isOwner)
      options.leases
        .release(room.ownerId)
        .catch((error: unknown) => options.log.warn({ err: error }, 'a room could not be given up'));
  };

  const rulesHandlers: ((username: string) => void)[] = [];
  const stopOrders = options.bus.subscribe(ORDERS, (message) => {
    const { username, order } = message as { readonly username: string; readonly order: RoomOrder };
    entries.heard(username, order);
    if (order.kind === 'rules') for (const handler of rulesHandlers) handler(username);
    const room = rooms.get(username);
    if (!room) return;
    const pages = hub.sessionsIn(room).map(([socket, { person }]) => ({ socket, person }));
    obeyRoomOrder(room, pages, order, options.addressTag);
  });

  const applyHiding = ({ personKey, chosen }: HideMessage) => {
    lately.set(personKey, { chosen, atMs: options.clock.now() });
    for (const room of rooms.values()) {
      const person = room.presence.find(personKey);
      if (!person) continue;
      person.invisibleLevel = invisibleLevelFor(chosen, person.role);
      const payload = {
        seq: options.clock.now(),
        username: person.username,
        invisible_mode_level: person.invisibleLevel,
      };
      if (eyesOf(person.role) !== 'staff')
        for (const socket of room.presence.socketsOf(personKey))
          socket.send('v3.user.invisible-mode', payload);
      room.publishToStaff('v3.user.invisible-mode', payload);
      news.relist(room);
    }
  };
  const stopHiding = options.bus.subscribe(HIDING, (message) => applyHiding(message as HideMessage));

  const hub: RoomHub = {
    order: (username, order) => options.bus.publish(ORDERS, { username, order }),
    beginEntry: entries.begin,
    asChosen,
    onRules: (handler) => void rulesHandlers.push(handler),
    find: (username) => rooms.get(username),
    async open(username, ownerId) {
      const known = rooms.get(username);
      const room = known ?? makeRoom(username, ownerId);
      rooms.set(username, room);
      options.onRoomCount(rooms.size);
      await room.replica.open();
      return room;
    },
    addressOf: options.leases.addressOf,
    submit(username, entry, id = uuidv7()) {
      const room = rooms.get(username);
      if (room) return room.submit(entry, id);
      const atMs = options.clock.now();
      options.bus.publish(subjectOf(username), { kind: 'in', from: options.node, id, entry, atMs });
      return Promise.resolve(true);
    },
    get rooms() {
      return rooms.values();
    },
    addSnapshotPart: (part) => void parts.push(part),
    onMessage: (name, handler) => void handlers.set(name, handler),
    handlerOf: (name) => handlers.get(name),
    sendSnapshot,
    sendHistory,
    sendUserList(socket, { room, person, listSort }) {
      const list = listFor(room, listSort ?? 'tokens', eyesOf(person.role), options.clock.now());
      socket.send('v3.chat.user_list', list);
    },
    sendCount(socket, { room, person }) {
      socket.send('v3.chat.user_count', countFor(room, eyesOf(person.role), options.clock.now()));
    },
    hide(accountId, chosen) {
      const message: HideMessage = { personKey: `a${accountId}`, chosen };
      options.bus.publish(HIDING, message);
    },
    copiesOf: (personKey) =>
      new Set([
        ...(byPerson.get(personKey) ?? []),
        ...[...rooms.values()].flatMap(({ presence }) => presence.find(personKey) ?? []),
      ]),
    sessionOf: (socket) => sessions.get(socket),
    sessionsIn: (room) => [...sessions].filter(([, session]) => session.room === room),
    attach(socket, session) {
      sessions.set(socket, session);
      const copies = byPerson.get(session.person.key) ?? new Set();
      byPerson.set(session.person.key, copies.add(session.person));
    },
    detach(socket) {
      const person = sessions.get(socket)?.person;
      sessions.delete(socket);
      const copies = person && byPerson.get(person.key);
      if (person && copies?.delete(person) && copies.size === 0) byPerson.delete(person.key);
    },
    async close() {
      clearInterval(tick);
      clearInterval(beat);
      stopOrders();
      stopHiding();
      const owned = [...rooms.values()].filter((room) => room.replica.isOwner);
      for (const room of rooms.values()) {
        room.replica.close();
        stops.get(room)?.();
      }
      await Promise.allSettled(owned.map((room) => options.leases.release(room.ownerId)));
    },
  };
  return hub;
}
