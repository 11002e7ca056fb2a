import type { EventName } from '@klieg/contract';
import type { Bus } from '@klieg/contract/bus';
import { type AccountId, type Clock, type Log, uuidv7 } from '@klieg/kernel';
import type { Socket } from '#site/platform/sockets/index.ts';
import { accountKey } from '../../identity/index.ts';
import { type Entry, makeEntryWatch } from './entry-watch.ts';
import { type LiveRoom, makeLiveRoom } from './live-room.ts';
import { BATCH_MS, countFor, listFor, makePeopleNews } from './people-news.ts';
import type { Person } from '../people/person.ts';
import { makeRoomHiding } from './room-hiding.ts';
import type { RoomLeases } from './room-lease-store.ts';
import { makeRoomNodes, subjectOf } from './room-nodes.ts';
import { type HouseCommand, obeyRoomCommand, ofRoom, type RoomCommand } from './room-commands.ts';
import type { RoomEntry } from './room-entries.ts';
import { makeRoomReplica } from './room-replica.ts';
import { makeRoomSessions, type RoomSession } from './room-sessions.ts';
import { makeRoomSnapshots, type SnapshotPart } from './room-snapshots.ts';
import { openSeating, type Seating } from '../seats/seats.ts';
import { eyesOf } from '../access/sight-rules.ts';

export type { RoomSession } from './room-sessions.ts';

const LIST_EVERY_MS = 60_000;
/** An empty room is kept this long, so that a history survives everybody's reload. */
const KEEP_EMPTY_MS = 10 * 60_000;

type MessageHandler = (session: RoomSession, payload: Record<string, unknown>, socket: Socket) => void;

/** The rooms of this node. Higher features add their parts of the snapshot and their messages. */
export interface RoomHub {
  find(username: string): LiveRoom | undefined;
  /** The room, made when nobody was in it here; resolves when it is known what it holds. */
  open(username: string, ownerId: AccountId): Promise<LiveRoom>;
  /** Address of the sockets of the node that owns a room; null where any node will do. */
  addressOf(ownerId: AccountId): Promise<string | null>;
  /**
   * Adds something to a room's order, on whatever node; nothing happens where nobody is in the room. With an id,
   * repeats add it only once.
   * @returns false if it is known not to be added yet: then try again with the same id
   */
  submit(username: string, entry: RoomEntry, id?: string): Promise<boolean>;
  /** A show begins, changes its seats or ends: every node of the room follows. */
  seat(username: string, seating: Seating): Promise<boolean>;
  readonly rooms: Iterable<LiveRoom>;
  addSnapshotPart(part: SnapshotPart): void;
  /**
   * Sends a command to every node with somebody in the room; does nothing if there is nobody. Commands of one node
   * arrive in order.
   */
  command(username: string, command: RoomCommand): void;
  /**
   * Sends a command about one person to every room that they are in or entering. Nobody is removed from their own room.
   */
  commandEverywhere(command: HouseCommand): void;
  /** Notes that somebody is on the way in; to be called before their rights are read. */
  beginEntry(username: string, personKey: string): Entry;
  /** With the hiding they chose last, where the data about them may be older. */
  asChosen(person: Person): Person;
  /** Calls back when the rules of a room's chat have changed. */
  onRules(handler: (username: string) => void): void;
  /** Calls back on every node when somebody was put out of a room. */
  onExpelled(handler: (username: string, personKey: string) => void): void;
  /** Handles a message that pages send; one handler per event. */
  onMessage(
    name: EventName,
    handler: (session: RoomSession, payload: Record<string, unknown>, socket: Socket) => void,
  ): void;
  handlerOf(
    name: EventName,
  ): ((session: RoomSession, payload: Record<string, unknown>, socket: Socket) => void) | undefined;
  /** Sends the state of a room to one page; `onSent` runs before anything else is sent to the room. */
  sendSnapshot(socket: Socket, session: RoomSession, onSent?: () => void): Promise<void>;
  sendHistory(socket: Socket, session: RoomSession): void;
  sendUserList(socket: Socket, session: RoomSession): void;
  sendCount(socket: Socket, session: RoomSession): void;
  /** The account chose to hide more or less: rooms of all nodes, own pages and staff are updated (S3207). */
  hide(accountId: AccountId, chosen: 0 | 1 | 2): void;
  /** All objects of one person on this node: each page has its own, and so has presence. */
  copiesOf(personKey: string): ReadonlySet<Person>;
  sessionOf(socket: Socket): RoomSession | undefined;
  /** The pages in a room, also those that do not count yet. */
  sessionsIn(room: LiveRoom): readonly (readonly [Socket, RoomSession])[];
  attach(socket: Socket, session: RoomSession): void;
  detach(socket: Socket): void;
  /** Gives up all rooms, so that other nodes take over at once. */
  close(): Promise<void>;
}

const COMMANDS = 'room.commands';
/** What travels on the bus; without a name it is for every room that its person is in. */
type Given =
  | { readonly username: string; readonly command: RoomCommand }
  | { readonly username: null; readonly command: HouseCommand };

interface HubOptions {
  readonly bus: Bus;
  /** Name of this process; each start has its own. */
  readonly node: string;
  readonly leases: RoomLeases;
  readonly log: Log;
  readonly addressTag: (address: string) => string | undefined;
  readonly clock: Clock;
  /** The show that runs in a room, as the database has it. */
  readonly readSeating: (ownerId: AccountId) => Promise<Seating>;
  readonly onDelivered: (messages: number) => void;
  readonly onRoomCount: (rooms: number) => void;
  /** The number of people in a room, after each check that found a change. */
  readonly onCount: (room: LiveRoom, count: number) => void;
}

/** Whether somebody would be put out of their own room. */
const isOwnRoom = (room: LiveRoom | undefined, { kind, personKey }: HouseCommand): boolean =>
  kind === 'expel' && room !== undefined && personKey === accountKey(room.ownerId);

/** Periodic work of rooms: announces who comes and goes, and forgets rooms that stay empty. */
function keepRooms(
  options: HubOptions,
  rooms: ReadonlyMap<string, LiveRoom>,
  hooks: {
    readonly tell: (room: LiveRoom, isListTime: boolean) => void;
    readonly forget: (room: LiveRoom) => void;
    readonly prune: (now: number) => void;
  },
): () => void {
  const emptySince = new Map<string, number>();
  let lastLists = options.clock.now();
  const timer = setInterval(() => {
    const now = options.clock.now();
    const isListTime = now - lastLists >= LIST_EVERY_MS;
    if (isListTime) lastLists = now;
    for (const room of rooms.values()) {
      hooks.tell(room, isListTime);
      if (room.socketCount > 0) emptySince.delete(room.username);
      else if (!emptySince.has(room.username)) emptySince.set(room.username, now);
      else if (now - emptySince.get(room.username)! > KEEP_EMPTY_MS) {
        hooks.forget(room);
        emptySince.delete(room.username);
      }
    }
    hooks.prune(now);
    options.onRoomCount(rooms.size);
  }, BATCH_MS).unref();
  return () => clearInterval(timer);
}

export function makeRoomHub(options: HubOptions): RoomHub {
  const { bus, clock, leases, log, node } = options;
  const rooms = new Map<string, LiveRoom>();
  const handlers = new Map<EventName, MessageHandler>();
  const expelHandlers: ((username: string, personKey: string) => void)[] = [];
  const rulesHandlers: ((username: string) => void)[] = [];
  const sessions = makeRoomSessions();
  const snapshots = makeRoomSnapshots({ clock });
  const news = makePeopleNews(options);
  const entries = makeEntryWatch();
  const hiding = makeRoomHiding({ bus, clock, rooms: () => rooms.values(), relist: news.relist });
  const nodes = makeRoomNodes({ bus, node, leases, clock, log, asChosen: hiding.asChosen });

  /** A page that missed something gets the whole. */
  const repair = (room: LiveRoom, socket: Socket) => {
    const session = sessions.of(socket);
    if (!session) return;
    snapshots
      .send(socket, session, () => snapshots.sendHistory(socket, session))
      .catch((error: unknown) =>
        log.error({ err: error, room: room.username }, 'a page could not be repaired'),
      );
  };

  const makeRoom = (username: string, ownerId: AccountId): LiveRoom => {
    const room = makeLiveRoom({
      username,
      ownerId,
      clock,
      makeReplica: (hooks) =>
        makeRoomReplica({
          node,
          publish: (message) => bus.publish(subjectOf(username), message),
          claim: () => leases.claim(ownerId),
          now: () => performance.now(),
          wallClock: clock.now,
          ...hooks,
        }),
      onDelivered: options.onDelivered,
      onRecovered: repair,
    });
    nodes.join(room);
    rooms.set(username, room);
    options.onRoomCount(rooms.size);
    return room;
  };

  /** A room that nobody had open begins with the show that the database knows. */
  const seatAnew = async (room: LiveRoom): Promise<void> => {
    if (!room.replica.isOwner) return;
    const seating = await options.readSeating(room.ownerId);
    if (seating.mode !== openSeating.mode) await room.submit({ kind: 'seating', seating });
  };

  const obey = (username: string, command: RoomCommand): void => {
    entries.heard(username, command);
    if (command.kind === 'expel') for (const handler of expelHandlers) handler(username, command.personKey);
    if (command.kind === 'rules') for (const handler of rulesHandlers) handler(username);
    const room = rooms.get(username);
    if (!room) return;
    const pages = sessions.in(room).map(([socket, { person }]) => ({ socket, person }));
    obeyRoomCommand(room, pages, command, options.addressTag);
  };
  const roomsOf = (personKey: string): ReadonlySet<string> =>
    new Set([...sessions.roomsOf(personKey), ...entries.roomsOf(personKey)]);
  const stopCommands = bus.subscribe(COMMANDS, (message) => {
    const given = message as Given;
    if (given.username !== null) return obey(given.username, given.command);
    const { command } = given;
    for (const username of roomsOf(command.personKey))
      if (!isOwnRoom(rooms.get(username), command)) obey(username, ofRoom(command, username));
  });

  const stopKeeping = keepRooms(options, rooms, {
    tell: news.tell,
    prune: hiding.prune,
    forget(room) {
      rooms.delete(room.username);
      nodes.leave(room);
    },
  });

  /** Somebody entering while a room opens waits for its show too; otherwise they would enter as if there were none. */
  const opening = new Map<string, Promise<LiveRoom>>();
  const openAgain = async (room: LiveRoom): Promise<LiveRoom> => {
    await room.replica.open();
    return room;
  };
  const openAnew = async (room: LiveRoom): Promise<LiveRoom> => {
    await room.replica.open();
    await seatAnew(room);
    return room;
  };

  const submit: RoomHub['submit'] = (username, entry, id = uuidv7()) => {
    const room = rooms.get(username);
    if (room) return room.submit(entry, id);
    const atMs = clock.now();
    bus.publish(subjectOf(username), { kind: 'in', from: node, id, entry, atMs });
    return Promise.resolve(true);
  };

  return {
    command: (username, command) => bus.publish(COMMANDS, { username, command } satisfies Given),
    commandEverywhere: (command) => bus.publish(COMMANDS, { username: null, command } satisfies Given),
    beginEntry: entries.begin,
    asChosen: hiding.asChosen,
    onRules: (handler) => void rulesHandlers.push(handler),
    onExpelled: (handler) => void expelHandlers.push(handler),
    find: (username) => rooms.get(username),
    open(username, ownerId) {
      const known = rooms.get(username);
      if (known) return opening.get(username) ?? openAgain(known);
      const opened = openAnew(makeRoom(username, ownerId)).finally(() => opening.delete(username));
      opening.set(username, opened);
      return opened;
    },
    addressOf: leases.addressOf,
    submit,
    seat: (username, seating) => submit(username, { kind: 'seating', seating }),
    get rooms() {
      return rooms.values();
    },
    addSnapshotPart: snapshots.add,
    onMessage: (name, handler) => void handlers.set(name, handler),
    handlerOf: (name) => handlers.get(name),
    sendSnapshot: snapshots.send,
    sendHistory: snapshots.sendHistory,
    sendUserList(socket, { room, person, listSort }) {
      const list = listFor(room, listSort ?? 'tokens', eyesOf(person.role), clock.now());
      socket.send('v3.chat.user_list', list);
    },
    sendCount(socket, { room, person }) {
      socket.send('v3.chat.user_count', countFor(room, eyesOf(person.role), clock.now()));
    },
    hide: hiding.hide,
    copiesOf: (personKey) =>
      new Set([
        ...sessions.copiesOf(personKey),
        ...[...rooms.values()].flatMap(({ presence }) => presence.find(personKey) ?? []),
      ]),
    sessionOf: sessions.of,
    sessionsIn: sessions.in,
    attach: sessions.attach,
    detach: sessions.detach,
    async close() {
      stopKeeping();
      stopCommands();
      hiding.stop();
      await nodes.stop();
    },
  };
}
