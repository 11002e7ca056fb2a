import { setTimeout as wait } from 'node:timers/promises';
import type { Payload } from '@klieg/contract';
import type { Clock, Log } from '@klieg/kernel';
import { type GatewayKind, PING_SECONDS, type Socket } from '#site/platform/sockets/index.ts';
import type { Account } from '../../identity/index.ts';
import { nameOf, type SiteCaller } from '../../sessions/index.ts';
import { PASSWORD_CLOSE } from './close-refused.ts';
import type { Entry } from '../hub/entry-watch.ts';
import type { FindOwner } from '../access/find-owner.ts';
import type { HasPassed } from '../access/has-passed.ts';
import type { LiveRoom } from '../hub/live-room.ts';
import { listCohort } from '../hub/people-news.ts';
import { fullSummaryOf, type Person, type PersonMoney } from '../people/person.ts';
import type { RoomAccess } from '../access/room-access.ts';
import type { RoomHub, RoomSession } from '../hub/room-hub.ts';
import { modeOfSeat } from '../seats/seats.ts';
import { eyesOf, invisibleLevelOf } from '../access/sight-rules.ts';
import { makeSocketLimit } from './socket-limit.ts';
import type { SocketCaller } from './socket-caller.ts';

interface Deps {
  readonly hub: RoomHub;
  readonly findOwner: FindOwner;
  readonly access: Pick<RoomAccess, 'admit'>;
  /** Whether the caller has given the room's password, or needs none. */
  readonly hasPassed: HasPassed;
  /** Whether the caller's age has to be checked where they are, and was not. */
  readonly isAgeMissing: (caller: SiteCaller) => Promise<boolean>;
  readonly redeem: (token: string, socket: Socket) => Promise<SocketCaller>;
  /** What the room needs to know of a person's money: flags and the last hour's tips to this performer. */
  readonly readMoney: (caller: SiteCaller, owner: Account) => Promise<PersonMoney>;
  /** What the caller is in the performer's fan club. */
  readonly readFanLevel: (caller: SiteCaller, owner: Account) => Promise<Person['fanLevel']>;
  /** A logged-in person entered somebody's room. */
  readonly onEntered: (account: Account, room: LiveRoom) => void;
  readonly onStreamerLeft: (owner: Account) => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** A room whose server was lost is taken over in a few seconds; until then pages come again. */
const OPEN_MS = 3_000;

/** What a promise resolves to in that time, else undefined. */
const within = <T>(promise: Promise<T>, ms: number): Promise<T | undefined> =>
  Promise.race([promise, wait(ms, undefined, { ref: false })]);

const notFound = {
  ok: false,
  errorType: 'not_found',
  error: 'This room does not exist',
  closeCode: 4404,
} as const;
const banned = {
  ok: false,
  errorType: 'banned',
  error: 'You have been banned from this room.',
  closeCode: 4403,
} as const;

/** The page reconnects at once, and everything is read again. */
const comeAgain = {
  ok: false,
  errorType: 'unavailable',
  error: 'The room moves to another server',
  closeCode: 1013,
} as const;

const tooMany = {
  ok: false,
  errorType: 'limit_reached',
  error: 'Too many open pages',
  closeCode: 4409,
} as const;

const ageRequired = {
  ok: false,
  errorType: 'age_required',
  error: 'Please verify your age first',
  closeCode: 4451,
} as const;

const passwordRequired = {
  ok: false,
  errorType: 'password_required',
  error: 'This room needs a password',
  closeCode: PASSWORD_CLOSE,
} as const;

/** Why somebody may not see who is here, or null (CHAT-039, F7). */
function refuseList({ role, caller }: Person, isShown: boolean): 'guest' | 'not_allowed' | null {
  if (eyesOf(role) !== 'viewers') return null;
  if (!caller.account) return 'guest';
  return isShown ? null : 'not_allowed';
}

/** The socket of one open room (machine 1, S107 to S111). */
export function makeRoomSockets(deps: Deps): GatewayKind<RoomSession> {
  const { hub } = deps;
  const limit = makeSocketLimit();

  const onList = (socket: Socket, session: RoomSession, ask: Payload<'v3.chat.userlist.start'>) => {
    const { room, person } = session;
    const eyes = eyesOf(person.role);
    const refused = refuseList(person, room.showsViewerList);
    if (refused) return void socket.send('v3.error', { errorType: refused, event: 'v3.chat.userlist.start' });
    session.listSort = ask.sort ?? 'tokens';
    // Hidden pages get it when they are seen again.
    if (!socket.isVisible) return;
    room.lists.join(socket, listCohort(session.listSort, eyes));
    hub.sendUserList(socket, session);
  };

  /** Reads somebody's rights in the room; they are discarded if a decision came meanwhile. */
  const letIn = async (
    username: string,
    caller: SiteCaller,
    entry: Entry,
    socket: Socket,
  ): ReturnType<GatewayKind<RoomSession>['authorize']> => {
    const owner = await deps.findOwner(username);
    if (!owner) return notFound;
    const [{ refusal, role, silencedUntilMs }, hasPassed, isAgeMissing, money, fanLevel] = await Promise.all([
      deps.access.admit(owner, caller),
      deps.hasPassed(owner, caller),
      deps.isAgeMissing(caller),
      deps.readMoney(caller, owner),
      deps.readFanLevel(caller, owner),
    ]);
    if (refusal) return refusal === 'banned' ? banned : notFound;
    if (!hasPassed) return passwordRequired;
    if (isAgeMissing) return ageRequired;
    const room = await within(hub.open(owner.username, owner.id), OPEN_MS);
    if (!room || entry.isOverruled) return comeAgain;
    if (!limit.take(caller, socket)) return tooMany;
    room.showsViewerList = owner.settings.show_viewer_list;
    const person = hub.asChosen({
      key: caller.key,
      username: nameOf(caller),
      displayName: caller.account?.displayName ?? nameOf(caller),
      role,
      caller,
      silencedUntilMs,
      invisibleLevel: invisibleLevelOf(caller.account, role),
      fanLevel,
      ...money,
    });
    return {
      ok: true,
      session: { room, person, listSort: undefined },
      success: {
        user: fullSummaryOf(person, socket.id),
        socket_id: socket.id,
        server_time_ms: deps.clock.now(),
        ping_seconds: PING_SECONDS,
        role,
        mode: modeOfSeat(room.seating.mode, room.seatOf(person)),
      },
    };
  };

  return {
    kind: 'room',
    keyOf: ({ person }) => person.key,
    async authorize(hello, socket) {
      const redeemed = await deps.redeem(hello.node_token, socket);
      if (!redeemed.ok) return redeemed;
      const username = hello.room?.toLowerCase();
      if (!username || redeemed.room !== username)
        return {
          ok: false,
          errorType: 'unauthorized',
          error: 'This key is for another room',
          closeCode: 4401,
        };
      const entry = hub.beginEntry(username, redeemed.caller.key);
      try {
        return await letIn(username, redeemed.caller, entry, socket);
      } finally {
        entry.end();
      }
    },
    onReady(socket, session, hello) {
      const { room, person } = session;
      room.presence.add(person, socket);
      hub.attach(socket, session);
      if (person.caller.account && person.role !== 'streamer') deps.onEntered(person.caller.account, room);
      const isCurrent = hello.epoch === room.epoch && hello.seq === room.seq;
      // Nothing may be lost between the state that the page gets and its first event.
      const enter = () => {
        if (!socket.isOpen) return;
        hub.sendHistory(socket, session);
        room.join(socket, person);
      };
      if (isCurrent) return enter();
      return hub.sendSnapshot(socket, session, enter).catch((error: unknown) => {
        deps.log.error({ err: error, room: room.username }, 'snapshot failed');
        socket.close(1011, 'server fault');
      });
    },
    onMessage(socket, session, name, payload) {
      switch (name) {
        case 'v3.room.resync':
          return void hub
            .sendSnapshot(socket, session)
            .catch((error: unknown) => deps.log.error({ err: error }, 'resync failed'));
        case 'v3.pagevisibility.change':
          socket.isVisible = (payload as Payload<'v3.pagevisibility.change'>).visible;
          session.room.setVisible(socket, session.person);
          if (!socket.isVisible) return;
          hub.sendCount(socket, session);
          if (session.listSort) onList(socket, session, { sort: session.listSort });
          return;
        case 'v3.chat.userlist.start':
          return onList(socket, session, payload as Payload<'v3.chat.userlist.start'>);
        case 'v3.chat.userlist.stop':
          session.listSort = undefined;
          return session.room.lists.leave(socket);
        default: {
          const handler = hub.handlerOf(name);
          if (handler) return handler(session, payload, socket);
          return void socket.send('v3.error', { errorType: 'unavailable', event: name });
        }
      }
    },
    onClosed(socket, session) {
      const { room, person } = session;
      limit.leave(person.caller, socket);
      room.leave(socket, person);
      hub.detach(socket);
      if (
        person.role === 'streamer' &&
        room.presence.socketsOf(person.key).length === 0 &&
        person.caller.account
      )
        deps.onStreamerLeft(person.caller.account);
    },
  };
}
