import type { Payload } from '@klieg/contract';
import type { Clock } from '@klieg/kernel';
import { shareMessage, type Socket } from '#site/platform/sockets/index.ts';
import type { LiveRoom } from './live-room.ts';
import type { RoomSession } from './room-sessions.ts';
import { modeOfSeat } from '../seats/seats.ts';
import { eyesOf } from '../access/sight-rules.ts';
import { highlightFor } from './visible-lines.ts';

/** What a feature says of a room's state to one page. */
export type SnapshotPart = (
  session: RoomSession,
) => Partial<Payload<'v3.room.snapshot'>> | Promise<Partial<Payload<'v3.room.snapshot'>>>;

/** The whole of a room for one page. */
export interface RoomSnapshots {
  add(part: SnapshotPart): void;
  /** Sends the state of a room; `onSent` runs before anything else is sent to the room. */
  send(socket: Socket, session: RoomSession, onSent?: () => void): Promise<void>;
  sendHistory(socket: Socket, session: RoomSession): void;
}

const HISTORY_BYTES = 60 * 1024;
/** After this many tries send what we have; the next state reveals the gap. */
const TRIES = 5;

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

/** The history that was sent last in a room, for those who get the same lines a moment later. */
interface SentHistory {
  readonly lines: readonly Payload<'v3.chat.message'>[];
  readonly atMs: number;
  readonly send: (socket: Socket) => boolean;
}

/** How long a built history is reused: its number is the time it was made. */
const HISTORY_MS = 1_000;

const areSame = <T>(some: readonly T[], others: readonly T[]): boolean =>
  some.length === others.length && some.every((one, at) => one === others[at]);

/** Sends histories; of many who enter together, those with the same lines get the same bytes. */
function makeHistorySender(): (
  socket: Socket,
  room: LiveRoom,
  lines: SentHistory['lines'],
  now: number,
) => void {
  const sent = new WeakMap<LiveRoom, SentHistory>();
  return (socket, room, lines, now) => {
    const last = sent.get(room);
    if (last && now >= last.atMs && now - last.atMs < HISTORY_MS && areSame(last.lines, lines))
      return void last.send(socket);
    const send = shareMessage('v3.chat.history', { seq: now, messages: fittingHistory(lines) });
    sent.set(room, { lines: [...lines], atMs: now, send });
    send(socket);
  };
}

export function makeRoomSnapshots({ clock }: { readonly clock: Clock }): RoomSnapshots {
  const parts: SnapshotPart[] = [];
  const sendHistory = makeHistorySender();
  return {
    add: (part) => void parts.push(part),
    async send(socket, session, onSent) {
      const { room, person } = session;
      for (let attempt = 1; ; attempt++) {
        const { seq, epoch, seating } = room;
        const gathered = await Promise.all(parts.map((part) => part(session)));
        // Events sent while they were read may be missing from them, and an unaware page would miss those. A seating
        // has no number of its own.
        const isOld = seq !== room.seq || epoch !== room.epoch || seating !== room.seating;
        if (isOld && attempt < TRIES) continue;
        socket.send('v3.room.snapshot', {
          chat: {},
          ...Object.assign({}, ...gathered),
          seq,
          epoch,
          mode: modeOfSeat(room.seating.mode, room.seatOf(person)),
          user_count: room.presence.countFor(eyesOf(person.role)),
        });
        return onSent?.();
      }
    },
    sendHistory(socket, { room, person }) {
      // Waiting writes are already part of the history.
      room.flush();
      const now = clock.now();
      const lines = room.linesFor(person);
      sendHistory(socket, room, lines, now);
      // Sent with the remaining time, so that a page with another clock shows it correctly.
      for (const highlight of room.highlights) {
        const shown = highlightFor(
          highlight,
          lines.find(({ id }) => id === highlight.id),
        );
        if (shown) socket.send('v3.user.highlighted_message', { ...shown, at: now });
      }
    },
  };
}
