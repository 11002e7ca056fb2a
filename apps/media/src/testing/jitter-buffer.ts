import type { RtpPacket } from '../ingest/rtp/rtp.ts';
import type { SimulatedClock } from './simulated-clock.ts';

const NACKS_MAX = 10;
/** A receiver that waits for longer gives up and asks for a keyframe. */
const LOST_MS = 1_000;

export interface ReceivedPicture {
  readonly timestamp: number;
  readonly isKey: boolean;
  /** Whether it could be decoded. */
  readonly atMs: number;
  readonly bytes: number;
}

/** Puts packets in order, as a browser does. */
export function makeJitterBuffer(
  clock: SimulatedClock,
  show: (picture: ReceivedPicture) => void,
  wantKey: () => void,
) {
  const came = new Map<number, RtpPacket>();
  const missing = new Map<number, { sinceMs: number; asked: number; askedMs: number }>();
  let next: number | undefined;
  let highest: number | undefined;
  let isBroken = true;
  let picture: RtpPacket[] = [];
  const far = (from: number, to: number): number => ((to - from + 0x8000) & 0xffff) - 0x8000;

  const take = (packet: RtpPacket): void => {
    picture.push(packet);
    if (!packet.isMarked) return;
    // Parameter sets come first of a keyframe (STAP-A).
    const isKey = (picture[0]!.payload[0]! & 31) === 24;
    if (isKey) isBroken = false;
    const bytes = picture.reduce((sum, { payload }) => sum + payload.length, 0);
    if (!isBroken) show({ timestamp: packet.timestamp, isKey, atMs: clock.now(), bytes });
    picture = [];
  };
  const drain = (): void => {
    for (let packet = came.get(next!); packet; packet = came.get(next!)) {
      came.delete(next!);
      next = (next! + 1) & 0xffff;
      take(packet);
    }
  };

  return {
    push(packet: RtpPacket) {
      next ??= packet.sequence;
      highest ??= packet.sequence;
      missing.delete(packet.sequence);
      if (far(next, packet.sequence) < 0) return;
      for (let lost = (highest + 1) & 0xffff; far(lost, packet.sequence) > 0; lost = (lost + 1) & 0xffff)
        missing.set(lost, { sinceMs: clock.now(), asked: 0, askedMs: -Infinity });
      if (far(highest, packet.sequence) > 0) highest = packet.sequence;
      came.set(packet.sequence, packet);
      drain();
    },
    /** Numbers to be asked for now. */
    wanted(rttMs: number): number[] {
      const nowMs = clock.now();
      const due = [...missing].filter(([, one]) => one.asked < NACKS_MAX && nowMs - one.askedMs >= rttMs);
      for (const [, one] of due) {
        one.asked += 1;
        one.askedMs = nowMs;
      }
      return due.map(([sequence]) => sequence);
    },
    giveUp() {
      const old = [...missing].filter(([, one]) => clock.now() - one.sinceMs > LOST_MS);
      if (old.length === 0) return;
      for (const [sequence] of old) missing.delete(sequence);
      isBroken = true;
      picture = [];
      const left = [...came.keys()].toSorted((a, b) => far(next!, a) - far(next!, b));
      // It goes on with the first picture that it has from its beginning.
      const begin = left.find(
        (sequence, i) => i > 0 && came.get(left[i - 1]!)?.isMarked === true && sequence,
      );
      next = begin ?? (highest! + 1) & 0xffff;
      for (const sequence of left) if (far(next, sequence) < 0) came.delete(sequence);
      drain();
      wantKey();
    },
    get isBroken() {
      return isBroken && next !== undefined;
    },
    get highest() {
      return highest;
    },
  };
}
