import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Payload } from '@klieg/contract';
import { Server as SocketIo } from 'socket.io';
import { WebSocketServer } from 'ws';
import { makeChannel } from '../apps/site/src/platform/sockets/channel.ts';
import { makeSocket } from '../apps/site/src/platform/sockets/socket.ts';
import type { Benchmark } from './benchmark.ts';

/*
 * Messages delivered per CPU-second of a busy server, ours against Socket.IO with the same payload, in one
 * run: eight rooms of 500 viewers, each room with news every 60 ms, the rooms taking turns. The receivers
 * are raw sockets in another process, so that what is measured is the sender. The two take turns as
 * well, several rounds each, since a shared machine is not equally fast from one second to the next.
 *
 * One room alone leaves the server asleep nine tenths of the time; what is measured then is mostly how
 * an idle processor wakes, the same for both.
 */

const ROOMS = 8;
const VIEWERS_PER_ROOM = 500;
const VIEWERS = ROOMS * VIEWERS_PER_ROOM;
const ROOM_PERIOD_MS = 60;
const ROUNDS = 5;
const WARM_UP_MS = 1_000;
const MEASURE_MS = 3_000;
const EVENT = 'v3.chat.message';

const line = (i: number): Payload<typeof EVENT> => ({
  message: 'hello everyone, nice to see you all tonight',
  username: 'alice_in_chains',
  gender: 'f',
  is_model: false,
  is_vip: false,
  is_super_vip: false,
  has_tokens: true,
  has_purchase: true,
  is_guest: false,
  recentTips: 25,
  recent_purchases: 1,
  user_language: 'en',
  id: `019ac1f0-5a0b-7c3d-8a11-${String(i).padStart(12, '0')}`,
  at: 1_763_634_846_123 + i,
});

interface Sender {
  readonly server: Server;
  readonly connected: () => number;
  readonly send: (room: number, i: number) => void;
}

function ours(): Sender {
  const server = createServer();
  const channels = Array.from({ length: ROOMS }, () => makeChannel());
  let connected = 0;
  const wss = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  server.on('upgrade', (request, stream, head) =>
    wss.handleUpgrade(request, stream, head, (ws) =>
      channels[connected++ % ROOMS]!.join(
        makeSocket(ws, stream, {
          address: '127.0.0.1',
          host: undefined,
          now: Date.now(),
          onEvict: () => undefined,
        }),
        'viewers',
      ),
    ),
  );
  return {
    server,
    connected: () => connected,
    send: (room, i) => {
      const payload = line(i);
      channels[room]!.publish(EVENT, () => payload);
    },
  };
}

function theirs(): Sender {
  const server = createServer();
  const io = new SocketIo(server, {
    transports: ['websocket'],
    perMessageDeflate: false,
    serveClient: false,
  });
  let connected = 0;
  io.on('connection', (socket) => void socket.join(`room ${connected++ % ROOMS}`));
  return {
    server,
    connected: () => connected,
    send: (room, i) => void io.to(`room ${room}`).emit(EVENT, line(i)),
  };
}

interface Round {
  readonly sent: number;
  readonly lost: number;
  readonly delivered: number;
  readonly cpuSeconds: number;
}

/**
 * One round with `burst` messages at a time. A server that cannot keep the pace sends as fast as it can:
 * deliveries per CPU-second do not depend on the pace.
 */
async function measure(make: () => Sender, kind: 'ours' | 'socketio', burst: number): Promise<Round> {
  const sender = make();
  sender.server.listen(0, '127.0.0.1');
  await once(sender.server, 'listening');
  const { port } = sender.server.address() as AddressInfo;
  const receiver = fork(fileURLToPath(new URL('./fanout-receiver.ts', import.meta.url)), [
    String(port),
    kind,
    String(VIEWERS),
  ]);
  while (sender.connected() < VIEWERS) await new Promise((resolve) => setTimeout(resolve, 50));
  const ask = async (): Promise<number> => {
    receiver.send('count');
    return ((await once(receiver, 'message')) as [number])[0];
  };
  /** The count once nothing more arrives. */
  const settled = async (): Promise<number> => {
    let count = await ask();
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      const now = await ask();
      if (now === count) return now;
      count = now;
    }
  };
  const drive = async (forMs: number): Promise<number> => {
    const startedAt = performance.now();
    let sent = 0;
    for (let turn = 0; performance.now() - startedAt < forMs; turn++) {
      for (let k = 0; k < burst; k++) sender.send(turn % ROOMS, sent++);
      const rest = startedAt + ((turn + 1) * ROOM_PERIOD_MS) / ROOMS - performance.now();
      await new Promise((resolve) => (rest > 0 ? setTimeout(resolve, rest) : setImmediate(resolve)));
    }
    // What waits for its turn belongs to this drive.
    await new Promise((resolve) => setTimeout(resolve, 2 * ROOM_PERIOD_MS));
    return sent;
  };
  await drive(WARM_UP_MS);
  const countBefore = await settled();
  const cpuBefore = process.cpuUsage();
  const sent = await drive(MEASURE_MS);
  const used = process.cpuUsage(cpuBefore);
  const delivered = (await settled()) - countBefore;
  const ended = once(receiver, 'exit');
  receiver.kill();
  await ended;
  sender.server.closeAllConnections();
  sender.server.close();
  return {
    sent,
    delivered,
    lost: sent * VIEWERS_PER_ROOM - delivered,
    cpuSeconds: (used.user + used.system) / 1e6,
  };
}

const total = (rounds: readonly Round[], key: keyof Round): number =>
  rounds.reduce((sum, round) => sum + round[key], 0);

const perCpuSecond = (...rounds: readonly Round[]): number =>
  Math.round(total(rounds, 'delivered') / total(rounds, 'cpuSeconds'));

const compare = (name: string, goal: number, burst: number): Benchmark => ({
  name,
  goal,
  async run() {
    const mine: Round[] = [];
    const other: Round[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      mine.push(await measure(ours, 'ours', burst));
      other.push(await measure(theirs, 'socketio', burst));
    }
    const ratios = mine.map((round, i) => perCpuSecond(round) / perCpuSecond(other[i]!));
    return {
      figures: {
        deliveriesPerCpuSecond: perCpuSecond(...mine),
        sent: total(mine, 'sent'),
        lost: total(mine, 'lost'),
        rooms: ROOMS,
        viewers: VIEWERS,
        lowestRatioOfARound: Math.min(...ratios),
        highestRatioOfARound: Math.max(...ratios),
      },
      reference: {
        source: 'Socket.IO 4.8, websocket only, no deflate, same payload, same run',
        socketioDeliveriesPerCpuSecond: perCpuSecond(...other),
        socketioSent: total(other, 'sent'),
        socketioLost: total(other, 'lost'),
      },
      ratio: perCpuSecond(...mine) / perCpuSecond(...other),
    };
  },
});

export const benchmarks: readonly Benchmark[] = [
  compare('fanout-single', 1.5, 1),
  // Ten lines that come together travel as one burst.
  compare('fanout-burst', 10, 10),
];
