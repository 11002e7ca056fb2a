import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { hashOfTemplates, makeCodec } from '@klieg/codec';
import { PROTOCOL_VERSION, TEMPLATE_EDITION, templateList } from '@klieg/contract';
import { uuidv7 } from '@klieg/kernel';

/*
 * Viewers of rooms who write and read: raw sockets that note, of every line that reaches one of them, how
 * long ago it was written. The first message is a CrowdPlan. Answers 'start' by writing and 'stop' by the figures;
 * 'cut' drops every socket at once, and 'back' lets all come again; {deafen: n}: the last n never read again.
 */

export interface CrowdPlan {
  readonly kind: 'ours' | 'socketio';
  readonly port: number;
  readonly rooms: readonly {
    readonly name: string;
    /** Keys of each socket, one for each time that it tries to come in; for ours, node tokens. */
    readonly keys: readonly (readonly string[])[];
    readonly writers: number;
    readonly linesPerSecond: number;
  }[];
  /** Sockets on their way in at a time; absent: 1,000. */
  readonly onTheWayMax?: number;
}

export interface CrowdFigures {
  readonly joined: number;
  readonly written: number;
  readonly delivered: number;
  /** Lines that the server did not take. */
  readonly refused: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

const [plan] = (await once(process, 'message')) as [CrowdPlan];
const codec = makeCodec(templateList);
const templatesHash = await hashOfTemplates(templateList);
/** How a message of ours begins on the wire. */
const headOf = (
  name: Parameters<typeof codec.encode>[0],
  payload: Parameters<typeof codec.encode>[1],
): Buffer => Buffer.from(`${codec.encode(name, payload, 'plain').split(',')[0]},`);
/** The history comes last, and from then on the page is in the room. */
const historyHead = headOf('v3.chat.history', { seq: 1, messages: [] });
const pingHead = headOf('v3.ping', { t: 1 });
const ackHead = headOf('v3.ack', { client_id: 'x', status: 1 });
const beginsWith = (payload: Buffer, head: Buffer): boolean => payload.subarray(0, head.length).equals(head);
const clock = (): number => performance.timeOrigin + performance.now();
const BUCKET_MS = 0.5;
const BUCKETS = 40_000;
const MARK = 0x7e;

let joined = 0;
let written = 0;
let delivered = 0;
let refused = 0;
let histogram = new Uint32Array(BUCKETS);
let isMeasuring = false;

/** The payloads of whole frames in a stream; server frames are unmasked. */
function makeReader(onFrame: (payload: Buffer, isPing: boolean) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    let data = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    for (;;) {
      if (data.length < 2) break;
      const short = data[1]! & 127;
      const head = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (data.length < head) break;
      const length =
        short < 126 ? short : short === 126 ? data.readUInt16BE(2) : Number(data.readBigUInt64BE(2));
      if (data.length < head + length) break;
      onFrame(data.subarray(head, head + length), (data[0]! & 15) === 9);
      data = data.subarray(head + length);
    }
    rest = Buffer.from(data);
  };
}

/** A masked client frame, of text unless said otherwise; the mask is zero. */
function clientFrame(content: string | Buffer, opcode = 1): Buffer {
  const payload = Buffer.from(content);
  const head =
    payload.length < 126
      ? Buffer.from([0x80 | opcode, 0x80 | payload.length])
      : Buffer.from([0x80 | opcode, 0x80 | 126, payload.length >> 8, payload.length & 255]);
  return Buffer.concat([head, Buffer.alloc(4), payload]);
}

/** A line carries the time at which it was written between two tildes. */
function note(payload: Buffer): void {
  if (!isMeasuring) return;
  const from = payload.indexOf(MARK);
  if (from < 0) return;
  const to = payload.indexOf(MARK, from + 1);
  const ms = clock() - Number(payload.toString('latin1', from + 1, to));
  delivered += 1;
  histogram[Math.min(BUCKETS - 1, Math.max(0, Math.floor(ms / BUCKET_MS)))]! += 1;
}

interface Seat {
  readonly room: string;
  readonly keys: string[];
  socket: Socket | undefined;
  /** Nobody writes before they are in the room. */
  isIn: boolean;
}

const hello = (room: string, token: string): string =>
  codec.encode(
    'v3.authorize',
    {
      node_token: token,
      protocol_version: PROTOCOL_VERSION,
      edition: TEMPLATE_EDITION,
      client_version: 'bench',
      templates_hash: templatesHash,
      room,
    },
    'plain',
  );

/** Waits between tries, as pages wait (W9); after the last one each try waits as long. */
const BACK_OFF_MS = [100, 300, 600, 1_200, 2_400, 3_000];
/** So many are on their way into rooms at a time, so that a slow server lets them in instead of losing them. */
const onTheWayMax = plan.onTheWayMax ?? 1_000;
let onTheWay = 0;

function arrive(seat: Seat): void {
  seat.isIn = true;
  joined += 1;
  onTheWay -= 1;
}

function sit(seat: Seat, attempt = 0): void {
  const socket = connect(plan.port, '127.0.0.1');
  seat.socket = socket;
  seat.isIn = false;
  let isOpen = false;
  let frames = 0;
  let handshake = '';
  const read = makeReader((payload, isPing) => {
    if (isPing) return void socket.write(clientFrame(payload, 10));
    frames += 1;
    if (plan.kind === 'socketio') {
      // Opens its namespace with a packet of its own, and answers pings.
      if (frames === 1) socket.write(clientFrame(`40{"key":"${seat.keys.shift() ?? ''}"}`));
      else if (frames === 2) {
        // Refused: it comes again with the next key.
        if (payload.toString('latin1', 0, 2) !== '40') return void socket.destroy();
        socket.write(clientFrame(`42["join","${seat.room}"]`));
      } else if (!seat.isIn && payload.includes('"joined"')) arrive(seat);
      else if (payload[0] === 0x32) socket.write(clientFrame('3'));
    } else {
      if (seat.isIn && payload.includes(MARK)) return note(payload);
      // The history is long and nobody here reads it: that it came is enough, as on the other server.
      if (!seat.isIn && beginsWith(payload, historyHead)) return arrive(seat);
      // As on the other server, the rest is not read.
      if (!beginsWith(payload, pingHead) && !beginsWith(payload, ackHead)) return;
      const message = codec.decode(payload.toString('utf8'));
      if (!message.ok) return;
      if (message.name === 'v3.ack' && message.payload['status'] === 0) refused += 1;
      if (message.name === 'v3.ping')
        socket.write(clientFrame(codec.encode('v3.pong', message.payload, 'plain')));
      return;
    }
    note(payload);
  });
  socket.on('connect', () => {
    const path = plan.kind === 'socketio' ? '/socket.io/?EIO=4&transport=websocket' : '/ws/room';
    const extra =
      plan.kind === 'ours'
        ? `Origin: http://127.0.0.1:${plan.port}\r\nSec-WebSocket-Protocol: v3.json\r\n`
        : '';
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${plan.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n${extra}\r\n`,
    );
  });
  socket.on('data', (chunk) => {
    if (isOpen) return read(chunk);
    handshake += chunk.toString('latin1');
    const end = handshake.indexOf('\r\n\r\n');
    if (end < 0) return;
    isOpen = true;
    if (plan.kind === 'ours') socket.write(clientFrame(hello(seat.room, seat.keys.shift() ?? '')));
    const after = Buffer.from(handshake.slice(end + 4), 'latin1');
    if (after.length > 0) read(after);
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    // Too busy a server sends some away; they come again.
    if (seat.isIn || seat.socket !== socket) return;
    const waitMs = BACK_OFF_MS[attempt] ?? BACK_OFF_MS.at(-1)!;
    setTimeout(() => seat.socket === socket && sit(seat, attempt + 1), waitMs * (0.5 + Math.random()));
  });
}

const seats = plan.rooms.flatMap(({ name, keys }) =>
  keys.map((key): Seat => ({ room: name, keys: [...key], socket: undefined, isIn: false })),
);

function write(seat: Seat, i: number): void {
  if (!seat.isIn) return;
  const text = `line ${i} of somebody here, nice to see you all ~${clock().toFixed(2)}~`;
  const frame =
    plan.kind === 'ours'
      ? codec.encode('v3.chat.send', { client_id: uuidv7(), message: text }, 'plain')
      : `42["chat",${JSON.stringify({ room: seat.room, message: text })}]`;
  seat.socket?.write(clientFrame(frame));
  written += 1;
}

let at = 0;
for (const { keys, writers, linesPerSecond } of plan.rooms) {
  const mine = seats.slice(at, at + keys.length).slice(0, writers);
  at += keys.length;
  let turn = Math.floor(Math.random() * writers);
  const everyMs = 1_000 / linesPerSecond;
  // Rooms do not speak in step.
  setTimeout(() => {
    setInterval(() => {
      if (!isWriting) return;
      write(mine[turn % mine.length]!, turn);
      turn += 1;
    }, everyMs);
  }, Math.random() * everyMs);
}
let isWriting = false;

const percentile = (share: number): number => {
  let left = delivered * share;
  for (let i = 0; i < BUCKETS; i++) {
    left -= histogram[i]!;
    if (left <= 0) return (i + 1) * BUCKET_MS;
  }
  return BUCKETS * BUCKET_MS;
};

const figures = (): CrowdFigures => ({
  joined,
  written,
  delivered,
  refused,
  p50: percentile(0.5),
  p99: percentile(0.99),
  max: percentile(1),
});

/** So many connections at a time, so that none is refused for a full queue. */
const connectSlice = Math.ceil(onTheWayMax / 5);
async function sitAll(): Promise<void> {
  for (let i = 0; i < seats.length; i += connectSlice) {
    const slice = seats.slice(i, i + connectSlice);
    onTheWay += slice.length;
    for (const seat of slice) sit(seat);
    do await new Promise((resolve) => setTimeout(resolve, 20));
    while (onTheWay > onTheWayMax - connectSlice);
  }
}

process.on('message', (message) => {
  if (typeof message === 'object' && message !== null && 'deafen' in message)
    for (const seat of seats.slice(-Number(message.deafen))) seat.socket?.pause();
  switch (message) {
    case 'write':
      isWriting = true;
      return;
    case 'measure':
      written = 0;
      delivered = 0;
      refused = 0;
      histogram = new Uint32Array(BUCKETS);
      isMeasuring = true;
      return;
    case 'quiet':
      isWriting = false;
      return;
    case 'figures':
      process.send?.(figures());
      return;
    case 'cut':
      joined = 0;
      onTheWay = 0;
      for (const seat of seats) {
        const { socket } = seat;
        seat.socket = undefined;
        seat.isIn = false;
        socket?.destroy();
      }
      return;
    case 'back':
      void sitAll();
      return;
  }
});
process.once('disconnect', () => process.exit(0));
await sitAll();
