import { uuidv7 } from '@klieg/kernel';
import { makeLog } from '@klieg/log';
import { CallError, makeVisitor, type Visitor, type VisitorSocket } from '@klieg/testing';

/*
 * Entry of the demo's viewers: they log in, sit in rooms, chat and tip a little, in the same ways
 * as everybody. A few guests only watch. DEMO_URL, DEMO_VIEWERS, DEMO_ROOMS and DEMO_PASSWORD say who
 * and where.
 */

const log = makeLog({ part: 'demo viewers' });
const baseUrl = process.env['DEMO_URL'] ?? 'http://127.0.0.1:8080';
const listOf = (name: string): string[] => (process.env[name] ?? '').split(',').filter(Boolean);
const rooms = listOf('DEMO_ROOMS');
const viewers = listOf('DEMO_VIEWERS');
const password = process.env['DEMO_PASSWORD'] ?? '';
const GUESTS_PER_ROOM = 3;
/** A line or a tip somewhere about this often. */
const LINE_MS = 3_000;
const TIP_MS = 31_000;
const RETRY_MS = 5_000;

const lines = [
  'evening all',
  'the light is great tonight',
  'is there a track list?',
  'first time here, hello',
  'what is on for tomorrow?',
  'love this part',
  'greetings from Lisbon',
  'one more, please',
  'that was lovely',
  'how long have you played?',
  'good sound today',
  'back from work, what did I miss?',
  'same time on Sunday?',
  'my favourite room',
  'tea or coffee tonight?',
];
const amounts = [5, 10, 15, 15, 25, 25, 30, 60, 100, 250];
const notes = ['for the next song', 'thank you', 'well done', '', ''];

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Seat {
  readonly visitor: Visitor;
  readonly room: string;
  readonly socket: VisitorSocket;
  readonly receiverId: number;
}

const seats = new Map<string, Seat>();

const say = (socket: VisitorSocket): void =>
  void socket.send('v3.chat.send', { client_id: uuidv7(), message: pick(lines) });

/** Takes a seat and takes it again whenever it is lost. */
async function sit(key: string, room: string, username: string | undefined): Promise<void> {
  for (;;) {
    try {
      const visitor = makeVisitor(baseUrl);
      if (username) await visitor.login(username, password);
      else await visitor.arrive();
      const { user } = await visitor.call('getRoom', { params: { username: room } });
      const lobby = await visitor.openLobby();
      const socket = await visitor.openRoom(lobby, room);
      if (username) {
        seats.set(key, { visitor, room, socket, receiverId: user.id });
        say(socket);
      }
      await socket.waitForClose(2_147_483_647);
      lobby.close();
    } catch (error) {
      log.info({ room, reason: String(error) }, 'a seat is not free yet');
    }
    seats.delete(key);
    await pause(RETRY_MS);
  }
}

async function talk(): Promise<void> {
  for (;;) {
    await pause(LINE_MS * (0.5 + Math.random()));
    const seat = pick([...seats.values()]);
    if (seat) say(seat.socket);
  }
}

async function tip(): Promise<void> {
  for (;;) {
    await pause(TIP_MS * (0.5 + Math.random()));
    const seat = pick([...seats.values()]);
    if (!seat) continue;
    const comment = pick(notes);
    try {
      await seat.visitor.call('sendTip', {
        params: { id: String(seat.receiverId) },
        body: { amount: pick(amounts), ...(comment && { comment }) },
        idempotencyKey: uuidv7(),
      });
    } catch (error) {
      // Their tokens may run out one day; then they only watch.
      if (!(error instanceof CallError)) throw error;
      log.info({ code: error.code }, 'a demo tip was refused');
    }
  }
}

process.once('SIGTERM', () => process.exit(0));
process.once('disconnect', () => process.exit(0));
process.send?.({ ready: true }, () => {});

viewers.forEach((username, i) => void sit(username, rooms[i % rooms.length]!, username));
rooms.forEach((room, i) => {
  for (let guest = 0; guest < GUESTS_PER_ROOM + (i % 4); guest++)
    void sit(`${room} ${guest}`, room, undefined);
});
void talk();
void tip();
