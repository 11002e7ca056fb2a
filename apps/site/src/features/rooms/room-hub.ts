import type { EventName, Payload } from '@klieg/contract';
import type { AccountId, Clock } from '@klieg/kernel';
import type { Socket } from '../../platform/sockets/index.ts';
import type { Account } from '../identity/index.ts';
import { type LiveRoom, makeLiveRoom } from './live-room.ts';
import { BATCH_MS, countFor, listFor, makePeopleNews } from './people-news.ts';
import type { Person } from './person.ts';
import { eyesOf, invisibleLevelOf } from './sight-rules.ts';
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
  /** The room, made when nobody was in it. */
  open(username: string, ownerId: AccountId): LiveRoom;
  readonly rooms: Iterable<LiveRoom>;
  addSnapshotPart(part: SnapshotPart): void;
  /** Handles a message that pages send; one handler per event. */
  onMessage(
    name: EventName,
    handler: (session: RoomSession, payload: Record<string, unknown>, socket: Socket) => void,
  ): void;
  handlerOf(
    name: EventName,
  ): ((session: RoomSession, payload: Record<string, unknown>, socket: Socket) => void) | undefined;
  /** Sends snapshot and history to one page. */
  sendSnapshot(socket: Socket, session: RoomSession): Promise<void>;
  sendHistory(socket: Socket, session: RoomSession): void;
  sendUserList(socket: Socket, session: RoomSession): void;
  sendCount(socket: Socket, session: RoomSession): void;
  /** The account hides more or less than before: rooms, own pages and staff follow at once (S3207). */
  applyInvisibility(account: Account): void;
  /** The performer shows or hides who is here; hidden, the list ends for viewers. */
  showViewerList(username: string, isShown: boolean): void;
  sessionOf(socket: Socket): RoomSession | undefined;
  attach(socket: Socket, session: RoomSession): void;
  detach(socket: Socket): void;
  close(): void;
}

const HISTORY_BYTES = 60 * 1024;

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

export function makeRoomHub(options: {
  readonly clock: Clock;
  readonly onDelivered: (messages: number) => void;
  readonly onRoomCount: (rooms: number) => void;
  /** The number of people in a room, whenever it was looked at and had changed. */
  readonly onCount: (room: LiveRoom, count: number) => void;
}): RoomHub {
  const rooms = new Map<string, LiveRoom>();
  const emptySince = new Map<string, number>();
  const sessions = new Map<Socket, RoomSession>();
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
        rooms.delete(room.username);
        emptySince.delete(room.username);
      }
    }
    options.onRoomCount(rooms.size);
  }, BATCH_MS).unref();

  const sendHistory = (socket: Socket, { room }: RoomSession) =>
    void socket.send('v3.chat.history', { seq: options.clock.now(), messages: fittingHistory(room.history) });

  const sendSnapshot = async (socket: Socket, session: RoomSession) => {
    const gathered = await Promise.all(parts.map((part) => part(session)));
    const { room } = session;
    socket.send('v3.room.snapshot', {
      chat: {},
      ...Object.assign({}, ...gathered),
      seq: room.seq,
      epoch: room.epoch,
      mode: 'public',
      user_count: room.presence.countFor(eyesOf(session.person.role)),
    });
  };

  const hub: RoomHub = {
    find: (username) => rooms.get(username),
    open(username, ownerId) {
      const known = rooms.get(username);
      if (known) return known;
      const room = makeLiveRoom({
        username,
        ownerId,
        clock: options.clock,
        onDelivered: options.onDelivered,
        onRecovered: (_room, socket) => {
          const session = sessions.get(socket);
          if (session) void sendSnapshot(socket, session).then(() => sendHistory(socket, session));
        },
      });
      rooms.set(username, room);
      options.onRoomCount(rooms.size);
      return room;
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
    applyInvisibility(account) {
      for (const room of rooms.values()) {
        const person = room.presence.find(`a${account.id}`);
        if (!person) continue;
        person.invisibleLevel = invisibleLevelOf(account, person.role);
        const payload = {
          seq: options.clock.now(),
          username: person.username,
          invisible_mode_level: person.invisibleLevel,
        };
        for (const socket of room.presence.socketsOf(person.key))
          if (eyesOf(person.role) !== 'staff') socket.send('v3.user.invisible-mode', payload);
        room.publishToStaff('v3.user.invisible-mode', payload);
        news.relist(room);
      }
    },
    showViewerList(username, isShown) {
      const room = rooms.get(username);
      if (!room) return;
      room.showsViewerList = isShown;
      if (isShown) return;
      for (const socket of room.lists.sockets) {
        const session = sessions.get(socket);
        if (!session || eyesOf(session.person.role) !== 'viewers') continue;
        session.listSort = undefined;
        room.lists.leave(socket);
      }
    },
    sessionOf: (socket) => sessions.get(socket),
    attach: (socket, session) => void sessions.set(socket, session),
    detach: (socket) => void sessions.delete(socket),
    close: () => clearInterval(tick),
  };
  return hub;
}
