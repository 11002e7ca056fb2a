import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** A bad line between one publisher and the media process. */
export interface LossyRelay {
  readonly port: number;
  readonly counts: Readonly<RelayCounts>;
  close(): Promise<void>;
}

export interface RelayCounts {
  /** Media packets of the publisher that came to the relay. */
  seen: number;
  /** Of those, lost. */
  dropped: number;
  /** Of those, let past by others. */
  reordered: number;
  /** Packets of pictures that were lost when they were sent first. */
  lost: number;
  /** Of those, came through as a repeat. */
  recovered: number;
  /** Feedback of the media process that was lost. */
  feedbackDropped: number;
}

export interface LossyRelayOptions {
  /** Where the media process is. */
  readonly target: { readonly address: string; readonly port: number };
  readonly lossShare: number;
  readonly reorderShare: number;
  /** Late by as many milliseconds go packets of this payload type; those of others are on time. */
  readonly late?: { readonly payloadType: number; readonly ms: number };
  /** From 0 to 1. */
  readonly random: () => number;
  /** Repeats of this payload type are counted. */
  readonly payloadType: number;
}

/** A packet that is let past by others goes after this many of them, or after a while. */
const OVERTAKEN_BY_MAX = 4;
const HELD_MS = 30;
/** Numbers of lost packets that are remembered. */
const LOST_MAX = 4_096;

/** RTP and RTCP (RFC 7983); connecting is not disturbed. */
const isMedia = (packet: Buffer): boolean => packet.length > 12 && packet[0]! >= 128 && packet[0]! <= 191;
const isRtcp = (packet: Buffer): boolean => packet[1]! >= 192 && packet[1]! <= 223;
const payloadTypeOf = (packet: Buffer): number => packet[1]! & 0x7f;

async function bound(host: string): Promise<Socket> {
  const socket = createSocket('udp4').on('error', () => {});
  socket.bind(0, host);
  await once(socket, 'listening');
  return socket;
}

/** Carries datagrams both ways for one publisher; what is lost and what changes places is by chance. */
export async function startLossyRelay(options: LossyRelayOptions): Promise<LossyRelay> {
  const { target, random } = options;
  const front = await bound('127.0.0.1');
  const back = await bound(target.address);
  const counts: RelayCounts = {
    seen: 0,
    dropped: 0,
    reordered: 0,
    lost: 0,
    recovered: 0,
    feedbackDropped: 0,
  };
  const lost = new Set<number>();
  const timers = new Set<NodeJS.Timeout>();
  let publisher: AddressInfo | undefined;
  let held: { readonly packet: Buffer; overtakenBy: number } | undefined;

  const after = (ms: number, work: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms);
    timers.add(timer);
  };

  const send = (packet: Buffer): void => {
    if (!isRtcp(packet) && lost.delete(packet.readUInt16BE(2))) counts.recovered += 1;
    back.send(packet, target.port, target.address);
  };

  const sendHeld = (): void => {
    if (held) send(held.packet);
    held = undefined;
  };

  const drop = (packet: Buffer): void => {
    counts.dropped += 1;
    const isPicture = !isRtcp(packet) && payloadTypeOf(packet) === options.payloadType;
    const sequence = packet.readUInt16BE(2);
    if (!isPicture || lost.has(sequence) || lost.size >= LOST_MAX) return;
    lost.add(sequence);
    counts.lost += 1;
  };

  const hold = (packet: Buffer): void => {
    counts.reordered += 1;
    held = { packet, overtakenBy: 1 + Math.floor(random() * OVERTAKEN_BY_MAX) };
    const mine = held;
    after(HELD_MS, () => held === mine && sendHeld());
  };

  const carry = (packet: Buffer): void => {
    counts.seen += 1;
    if (random() < options.lossShare) return drop(packet);
    if (!held && random() < options.reorderShare) return hold(packet);
    send(packet);
    if (held && --held.overtakenBy <= 0) sendHeld();
  };

  front.on('message', (packet, from) => {
    publisher = from;
    if (!isMedia(packet)) back.send(packet, target.port, target.address);
    else if (!isRtcp(packet) && payloadTypeOf(packet) === options.late?.payloadType)
      after(options.late.ms, () => carry(packet));
    else carry(packet);
  });
  back.on('message', (packet) => {
    if (!publisher) return;
    if (isMedia(packet) && random() < options.lossShare) counts.feedbackDropped += 1;
    else front.send(packet, publisher.port, publisher.address);
  });

  return {
    port: front.address().port,
    counts,
    async close() {
      for (const timer of timers) clearTimeout(timer);
      const closed = [once(front, 'close'), once(back, 'close')];
      front.close();
      back.close();
      await Promise.all(closed);
    },
  };
}
