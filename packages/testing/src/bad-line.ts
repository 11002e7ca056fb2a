import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

/*
 * A bad line for datagrams, between peers and one target on loopback: it loses packets one by one or in
 * bursts, delays them, and carries only so many bits a second behind a queue that overflows, as the
 * last mile of a home or a phone does. Profiles can be changed while packets flow.
 */

/** What one direction of the line does. Without a field it does nothing of the kind. */
export interface LineProfile {
  /** Bits that it carries, in kbit/s. */
  readonly kbps?: number;
  /** How much may wait for its turn before packets are dropped, in milliseconds of the line; 300 without. */
  readonly queueMs?: number;
  /** How long each packet is on its way, beside the queue. */
  readonly delayMs?: number;
  /** Up to so much more, by chance; packets keep their order. */
  readonly jitterMs?: number;
  /** Share of packets lost, each by itself, 0 to 1. */
  readonly lossShare?: number;
  /** Losses in a row (Gilbert and Elliott): mean packets of a good stretch and of a lost one. */
  readonly bursts?: { readonly good: number; readonly lost: number };
}

export interface LineCounts {
  /** Packets that came to the line. */
  seen: number;
  /** Of those, lost by chance. */
  lost: number;
  /** Of those, dropped because the queue was full. */
  overflowed: number;
  /** Bytes that came through. */
  bytes: number;
  /** Milliseconds that the packet last taken waits in the queue. */
  queuedMs: number;
}

export interface BadLine {
  /** Of 127.0.0.1, where peers send instead of the target's. */
  readonly port: number;
  /** From peers to the target, and back. */
  readonly up: Readonly<LineCounts>;
  readonly down: Readonly<LineCounts>;
  set(profiles: { readonly up?: LineProfile; readonly down?: LineProfile }): void;
  close(): Promise<void>;
}

export interface BadLineOptions {
  readonly target: { readonly address: string; readonly port: number };
  readonly up?: LineProfile;
  readonly down?: LineProfile;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Sees each packet from a peer, as it is on the line, and whether it is lost by chance. */
  readonly watchUp?: (packet: Buffer, isLost: boolean) => void;
}

const QUEUE_MS = 300;
/** What goes round a datagram: its IP and UDP headers. */
const HEADER_BYTES = 28;

interface Direction {
  readonly counts: LineCounts;
  profile: LineProfile;
  carry(packet: Buffer, send: (packet: Buffer) => void): void;
  close(): void;
}

function makeDirection(
  profile: LineProfile,
  random: () => number,
  watch?: (packet: Buffer, isLost: boolean) => void,
): Direction {
  const counts: LineCounts = { seen: 0, lost: 0, overflowed: 0, bytes: 0, queuedMs: 0 };
  const waiting: {
    readonly atMs: number;
    readonly packet: Buffer;
    readonly send: (packet: Buffer) => void;
  }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isInBurst = false;
  /** When the line has carried all that it took so far. */
  let freeMs = 0;
  let lastMs = 0;

  const deliver = (): void => {
    timer = undefined;
    const nowMs = performance.now();
    while (waiting[0] && waiting[0].atMs <= nowMs) {
      const { packet, send } = waiting.shift()!;
      counts.bytes += packet.length;
      send(packet);
    }
    if (waiting[0]) timer = setTimeout(deliver, Math.max(0, waiting[0].atMs - nowMs));
  };

  const isLost = ({ lossShare = 0, bursts }: LineProfile): boolean => {
    if (bursts) {
      if (random() < 1 / (isInBurst ? bursts.lost : bursts.good)) isInBurst = !isInBurst;
      if (isInBurst) return true;
    }
    return random() < lossShare;
  };

  const direction: Direction = {
    counts,
    profile,
    carry(packet, send) {
      const { kbps, queueMs = QUEUE_MS, delayMs = 0, jitterMs = 0 } = direction.profile;
      counts.seen += 1;
      const isGone = isLost(direction.profile);
      watch?.(packet, isGone);
      if (isGone) {
        counts.lost += 1;
        return;
      }
      const nowMs = performance.now();
      const startMs = Math.max(nowMs, kbps === undefined ? nowMs : freeMs);
      counts.queuedMs = startMs - nowMs;
      if (startMs - nowMs > queueMs) {
        counts.overflowed += 1;
        return;
      }
      freeMs = startMs + (kbps === undefined ? 0 : ((packet.length + HEADER_BYTES) * 8) / kbps);
      lastMs = Math.max(lastMs, freeMs + delayMs + random() * jitterMs);
      waiting.push({ atMs: lastMs, packet, send });
      if (!timer) deliver();
    },
    close() {
      clearTimeout(timer);
      waiting.length = 0;
    },
  };
  return direction;
}

async function bound(host: string): Promise<Socket> {
  const socket = createSocket('udp4').on('error', () => {});
  socket.bind(0, host);
  await once(socket, 'listening');
  return socket;
}

/** Carries datagrams both ways; each peer that sends keeps a socket of its own towards the target. */
export async function startBadLine(options: BadLineOptions): Promise<BadLine> {
  const { target, random } = options;
  const front = await bound('127.0.0.1');
  const up = makeDirection(options.up ?? {}, random, options.watchUp);
  const down = makeDirection(options.down ?? {}, random);
  const backs = new Map<string, Promise<Socket>>();
  let isClosed = false;

  const backOf = (address: string, port: number): Promise<Socket> => {
    const key = `${address}:${port}`;
    const known = backs.get(key);
    if (known) return known;
    const made = bound(target.address).then((socket) =>
      socket.on('message', (packet) =>
        down.carry(packet, (carried) => !isClosed && front.send(carried, port, address)),
      ),
    );
    backs.set(key, made);
    return made;
  };

  front.on('message', async (packet, from) => {
    const back = await backOf(from.address, from.port);
    if (!isClosed)
      up.carry(packet, (carried) => !isClosed && back.send(carried, target.port, target.address));
  });

  return {
    port: front.address().port,
    up: up.counts,
    down: down.counts,
    set(profiles) {
      if (profiles.up) up.profile = profiles.up;
      if (profiles.down) down.profile = profiles.down;
    },
    async close() {
      isClosed = true;
      up.close();
      down.close();
      const sockets = [front, ...(await Promise.all(backs.values()))];
      const closed = sockets.map((socket) => once(socket, 'close'));
      for (const socket of sockets) socket.close();
      await Promise.all(closed);
    },
  };
}

const CANDIDATE = /^a=candidate:.*\r?\n/gm;
const HOST = /^a=candidate:(\S+ 1 udp \d+) (\d+\.\d+\.\d+\.\d+) (\d+) (typ host.*?)\r?$/im;

/** A description without addresses, so that the other side hears of this peer through the line alone. */
export const withoutCandidates = (sdp: string): string => sdp.replace(CANDIDATE, '');

/** The first address in a description, to put a line before; undefined without one. */
export function firstAddress(sdp: string): { readonly address: string; readonly port: number } | undefined {
  const found = HOST.exec(sdp);
  return found ? { address: found[2]!, port: Number(found[3]) } : undefined;
}

/** A description with the line's address as its only one, in its first section with addresses. */
export function throughLine(sdp: string, port: number): string {
  const found = HOST.exec(sdp);
  if (!found) return sdp;
  const line = `a=candidate:${found[1]} 127.0.0.1 ${port} ${found[4]}\r\n`;
  const at = sdp.search(/^a=candidate:/m);
  const before = sdp.slice(0, at);
  return `${before}${line}${withoutCandidates(sdp.slice(at))}`;
}
