import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { type BadLine, firstAddress, startBadLine, throughLine, withoutCandidates } from './bad-line.ts';
import { eventually } from './eventually.ts';
import { seededRandom } from './fuzzing/index.ts';

const PACKET = Buffer.alloc(1_000, 1);
const sockets: Socket[] = [];
let line: BadLine | undefined;

async function open(): Promise<{ socket: Socket; port: number; got: Buffer[] }> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  sockets.push(socket);
  const got: Buffer[] = [];
  socket.on('message', (packet) => got.push(packet));
  return { socket, port: socket.address().port, got };
}

afterEach(async () => {
  await line?.close();
  line = undefined;
  for (const socket of sockets.splice(0)) socket.close();
});

async function connect(profile: Parameters<BadLine['set']>[0]) {
  const target = await open();
  line = await startBadLine({
    target: { address: '127.0.0.1', port: target.port },
    ...profile,
    random: seededRandom(5),
  });
  const peer = await open();
  const send = (count: number): void => {
    for (let i = 0; i < count; i++) peer.socket.send(PACKET, line!.port, '127.0.0.1');
  };
  return { target, peer, send, line };
}

test('without a profile all goes through in order, both ways, for two peers apart', async () => {
  const { target, peer, line: open_ } = await connect({});
  const second = await open();
  target.socket.on('message', (packet, from) => target.socket.send(packet, from.port, from.address));
  for (let i = 0; i < 100; i++) peer.socket.send(Buffer.from([i]), open_.port, '127.0.0.1');
  second.socket.send(Buffer.from([200]), open_.port, '127.0.0.1');
  await eventually(() => expect([peer.got.length, second.got.length]).toEqual([100, 1]));
  expect(peer.got.map((packet) => packet[0])).toEqual(Array.from({ length: 100 }, (_, i) => i));
  expect(second.got[0]![0]).toBe(200);
});

test('a narrow line carries what it can and drops what its queue does not hold', async () => {
  const { target, send, line: narrow } = await connect({ up: { kbps: 800, queueMs: 100 } });
  send(60);
  await eventually(() => expect(narrow.up.seen).toBe(60));
  // 1,028 bytes take 10.28 ms; ten or so wait, one is on its way.
  expect(narrow.up.overflowed).toBeGreaterThan(30);
  await eventually(() => expect(target.got.length).toBe(60 - narrow.up.overflowed));
  narrow.set({ up: {} });
  send(60);
  await eventually(() => expect(target.got.length).toBe(120 - narrow.up.overflowed));
});

test('losses come one by one or in bursts, in the share that was asked for', async () => {
  const { send, line: lossy } = await connect({ up: { lossShare: 0.2 } });
  for (let i = 0; i < 20; i++) {
    send(50);
    await eventually(() => expect(lossy.up.seen).toBe((i + 1) * 50));
  }
  expect(lossy.up.lost).toBeGreaterThan(140);
  expect(lossy.up.lost).toBeLessThan(260);
  lossy.set({ up: { bursts: { good: 90, lost: 10 } } });
  const before = lossy.up.lost;
  for (let i = 0; i < 40; i++) {
    send(50);
    await eventually(() => expect(lossy.up.seen).toBe(1_000 + (i + 1) * 50));
  }
  expect(lossy.up.lost - before).toBeGreaterThan(80);
  expect(lossy.up.lost - before).toBeLessThan(400);
});

test('a description is led through the line', () => {
  const sdp =
    'v=0\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\na=mid:0\r\na=candidate:1 1 UDP 2122317823 10.0.0.7 5000 typ host\r\na=candidate:2 1 UDP 2122317822 10.0.0.8 5001 typ host\r\na=end-of-candidates\r\n';
  expect(firstAddress(sdp)).toEqual({ address: '10.0.0.7', port: 5000 });
  expect(throughLine(sdp, 7777)).toBe(
    'v=0\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\na=mid:0\r\na=candidate:1 1 UDP 2122317823 127.0.0.1 7777 typ host\r\na=end-of-candidates\r\n',
  );
  expect(withoutCandidates(sdp)).not.toContain('candidate:1');
  expect(throughLine('v=0\r\n', 1)).toBe('v=0\r\n');
});
