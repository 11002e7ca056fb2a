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
 * One room of 500 viewers: messages delivered per CPU-second of the server, ours against Socket.IO with
 * the same payload, in one run. The receivers are raw sockets in another process, so that what is
 * measured is the sender.
 */

const VIEWERS = 500;
const SECONDS = 5;
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
  readonly send: (i: number) => void;
}

function ours(): Sender {
  const server = createServer();
  const channel = makeChannel();
  const wss = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  server.on('upgrade', (request, stream, head) =>
    wss.handleUpgrade(request, stream, head, (ws) =>
      channel.join(
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
    connected: () => channel.size,
    send: (i) => {
      const payload = line(i);
      channel.publish(EVENT, () => payload);
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
  return {
    server,
    connected: () => io.of('/').sockets.size,
    send: (i) => void io.emit(EVENT, line(i)),
  };
}

/** Deliveries per CPU-second with `burst` messages at a time, as fast as `pauseMs` between bursts allows. */
async function measure(make: () => Sender, kind: 'ours' | 'socketio', burst: number, pauseMs: number) {
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
  // Both warm up in the same way before anything counts.
  for (let i = 0; i < 40; i++) {
    for (let k = 0; k < burst; k++) sender.send(i);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  const countBefore = await ask();
  const cpuBefore = process.cpuUsage();
  const until = performance.now() + SECONDS * 1_000;
  let sent = 0;
  while (performance.now() < until) {
    for (let k = 0; k < burst; k++) sender.send(sent++);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  const used = process.cpuUsage(cpuBefore);
  let count = await ask();
  for (let wait = 0; wait < 100 && count - countBefore < sent * VIEWERS; wait++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    count = await ask();
  }
  receiver.kill();
  sender.server.closeAllConnections();
  sender.server.close();
  const cpuSeconds = (used.user + used.system) / 1e6;
  return {
    sent,
    lost: sent * VIEWERS - (count - countBefore),
    perCpuSecond: Math.round((count - countBefore) / cpuSeconds),
  };
}

const compare = (name: string, goal: number, burst: number, pauseMs: number): Benchmark => ({
  name,
  goal,
  async run() {
    const mine = await measure(ours, 'ours', burst, pauseMs);
    const other = await measure(theirs, 'socketio', burst, pauseMs);
    return {
      figures: {
        deliveriesPerCpuSecond: mine.perCpuSecond,
        sent: mine.sent,
        lost: mine.lost,
        viewers: VIEWERS,
      },
      reference: {
        source: 'Socket.IO 4.8, websocket only, no deflate, same payload, same run',
        socketioDeliveriesPerCpuSecond: other.perCpuSecond,
        socketioSent: other.sent,
        socketioLost: other.lost,
      },
      ratio: mine.perCpuSecond / other.perCpuSecond,
    };
  },
});

export const benchmarks: readonly Benchmark[] = [
  // A single line whenever the room is idle.
  compare('fanout-single', 1.5, 1, 60),
  // Ten lines that come together travel as one burst.
  compare('fanout-burst', 10, 10, 60),
];
