import { onEnd } from '@klieg/kernel/child';
import { setTimeout as pause } from 'node:timers/promises';
import { uuidv7 } from '@klieg/kernel';
import { makeLog } from '@klieg/log';
import { CallError } from '@klieg/testing';
import { type Cast, PLAIN_ROOMS, seatsOf } from './cast.ts';
import { perform } from './performers.ts';
import { keepSeat, type Seat } from './seats.ts';
import { makeRoomTalk } from './talk/room-talk.ts';

/*
 * Entry of the demo's people: viewers who chat and tip a little, guests who only watch, and performers who answer and do
 * shows, all in the same ways as everybody. DEMO_URL, DEMO_CAST (JSON, see `Cast`) and DEMO_PASSWORD say who and where.
 */

const log = makeLog({ part: 'demo viewers' });
const baseUrl = process.env['DEMO_URL'] ?? 'http://127.0.0.1:8080';
const password = process.env['DEMO_PASSWORD'] ?? '';
const cast = JSON.parse(process.env['DEMO_CAST'] ?? '{"rooms":[],"regulars":[],"audience":[]}') as Cast;
/** A line in each room about this often. */
const LINE_MS = 18_000;
const TIP_MS = 31_000;
const TIP_ROOMS = 6;
/** Log-ins cost the site time; it has just started. */
const ARRIVE_MS = 400;

const amounts = [5, 10, 15, 15, 25, 25, 30, 60, 100, 250];
const notes = ['for the next song', 'thank you', 'well done', '', ''];
const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;

const talks = new Map(cast.rooms.map(({ username, tags }) => [username, makeRoomTalk(tags)]));
const seats = new Map<number, Seat>();
const seatsIn = (room: string): Seat[] => [...seats.values()].filter((seat) => seat.room === room);

const say = ({ socket, room, username }: Seat, isFirst = false): void => {
  const message = talks.get(room)!.viewerLine(username, isFirst);
  socket.send('v3.chat.send', { client_id: uuidv7(), message });
};

async function talkIn(room: string): Promise<never> {
  for (;;) {
    await pause(LINE_MS * (0.4 + 1.2 * Math.random()));
    const seat = pick(seatsIn(room));
    if (seat) say(seat);
  }
}

async function tip(): Promise<never> {
  const everyMs = (TIP_MS * TIP_ROOMS) / Math.max(TIP_ROOMS, cast.rooms.length);
  for (;;) {
    await pause(everyMs * (0.5 + Math.random()));
    const seat = pick([...seats.values()]);
    if (!seat) continue;
    const comment = pick(notes);
    try {
      const { user } = await seat.visitor.call('getRoom', { params: { username: seat.room } });
      await seat.visitor.call('sendTip', {
        params: { id: String(user.id) },
        body: { amount: pick(amounts), ...(comment && { comment }) },
        idempotencyKey: uuidv7(),
      });
    } catch (error) {
      // Their tokens may run out one day; then they only watch.
      const code = error instanceof CallError ? error.code : String(error);
      log.info({ code }, 'a demo tip was refused');
    }
  }
}

onEnd(() => process.exit(0));
process.send?.({ ready: true }, () => {});

const arrive = async (): Promise<void> => {
  for (const [key, { room, username }] of seatsOf(cast).entries()) {
    void keepSeat({
      baseUrl,
      room: room.username,
      username,
      password,
      log,
      onTaken(seat) {
        if (!username) return;
        seats.set(key, seat);
        say(seat, true);
      },
      onLost: () => void seats.delete(key),
    });
    if (cast.rooms.length > TIP_ROOMS) await pause(ARRIVE_MS);
  }
};

void arrive();
void tip();
for (const [place, room] of cast.rooms.entries()) {
  void talkIn(room.username);
  const talk = talks.get(room.username)!;
  const findViewer = () => pick(seatsIn(room.username));
  const isQuiet = place < PLAIN_ROOMS;
  void perform({ baseUrl, password, log, place, room, talk, findViewer, isQuiet });
}
