import { negativeAcknowledgement, pictureLoss, receiverReport } from '../ingest/rtcp-feedback.ts';
import { isRtcp, parseRtp, type RtpPacket } from '../ingest/rtp.ts';
import {
  makeRtpOutlet,
  type OutletTrack,
  REPEAT_SSRC,
  type RtpOutlet,
  VIDEO_SSRC,
} from '../edge/rtp-outlet.ts';
import { makeTransportReceiver, transportNumberOf } from './transport-receiver.ts';

/*
 * A viewer by RTP behind a line that is only counted, by a clock that only counts: no packet, no second is real, so that
 * a minute takes a moment and each run is the same.
 */

export interface SimulatedLine {
  kbps: number;
  queueMs: number;
  delayMs: number;
  lossShare: number;
}

/** A clock with what is to happen when. */
export function makeSimulatedClock() {
  let events: { readonly atMs: number; readonly work: () => void }[] = [];
  let nowMs = 0;
  const at = (atMs: number, work: () => void): void => {
    const place = events.findLastIndex((event) => event.atMs <= atMs) + 1;
    events.splice(place, 0, { atMs, work });
  };
  return {
    now: () => nowMs,
    after: (ms: number, work: () => void) => at(nowMs + ms, work),
    every(ms: number, work: () => void) {
      const again = (): void => {
        work();
        at(nowMs + ms, again);
      };
      at(nowMs + ms, again);
    },
    run(ms: number) {
      const untilMs = nowMs + ms;
      while (events[0] && events[0].atMs <= untilMs) {
        const [next] = events.splice(0, 1);
        nowMs = next!.atMs;
        next!.work();
      }
      events = [...events];
      nowMs = untilMs;
    },
  };
}

export type SimulatedClock = ReturnType<typeof makeSimulatedClock>;

const TRANSPORT_ID = 3;
const FEEDBACK_MS = 100;
const REPORT_MS = 1_000;
const NACK_MS = 20;
const NACKS_MAX = 10;
/** A receiver that waits for longer gives up and asks for a keyframe. */
const LOST_MS = 1_000;
const PICTURE_LOSS_MS = 300;

export interface ReceivedPicture {
  readonly timestamp: number;
  readonly isKey: boolean;
  /** Whether it could be decoded. */
  readonly atMs: number;
  readonly bytes: number;
}

interface SimulatedViewer {
  readonly outlet: RtpOutlet;
  readonly line: SimulatedLine;
  /** Pictures that were shown: whole, and with all since the last keyframe. */
  readonly shown: readonly ReceivedPicture[];
  readonly counts: {
    sent: number;
    lost: number;
    overflowed: number;
    sound: number;
    padding: number;
    repeats: number;
    bytes: number;
  };
  /** What the viewer says of itself from now on: all, or nothing. */
  setSilent(isSilent: boolean): void;
  hear(packet: Buffer): void;
}

export interface SimulatedViewerOptions {
  readonly clock: SimulatedClock;
  readonly line: SimulatedLine;
  readonly random: () => number;
  readonly onKeyWanted: () => void;
  readonly onSent?: (track: 'video' | 'audio', sequence: number, streamMs: number) => void;
  readonly hasRepeatFormat?: boolean;
}

/** Puts packets in order, as a browser does. */
function makeJitterBuffer(
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

/** A queue of the line; what it does not hold is lost. */
function makeLineQueue(
  clock: SimulatedClock,
  line: SimulatedLine,
  counts: SimulatedViewer['counts'],
  random: () => number,
) {
  let freeMs = 0;
  return (bytes: number, deliver: () => void): void => {
    counts.sent += 1;
    const startMs = Math.max(clock.now(), freeMs);
    if (random() < line.lossShare) counts.lost += 1;
    else if (startMs - clock.now() > line.queueMs) counts.overflowed += 1;
    else {
      freeMs = startMs + ((bytes + 28) * 8) / line.kbps;
      clock.after(freeMs - clock.now() + line.delayMs, deliver);
    }
  };
}

export function makeSimulatedViewer(options: SimulatedViewerOptions): SimulatedViewer {
  const { clock, line, random } = options;
  const counts = { sent: 0, lost: 0, overflowed: 0, sound: 0, padding: 0, repeats: 0, bytes: 0 };
  const shown: ReceivedPicture[] = [];
  const transport = makeTransportReceiver(VIDEO_SSRC);
  const carry = makeLineQueue(clock, line, counts, random);
  const video: OutletTrack = {
    payloadType: 102,
    transportId: TRANSPORT_ID,
    repeatPayloadType: options.hasRepeatFormat === false ? undefined : 103,
  };
  const audio: OutletTrack = { payloadType: 111, transportId: TRANSPORT_ID, repeatPayloadType: undefined };
  let isSilent = false;
  let keyWantedMs = -Infinity;
  /** The last sender report of pictures, and when it came. */
  let reported: { readonly name: number; readonly atMs: number } | undefined;

  const answer = (packet: Buffer): void => {
    if (!isSilent) clock.after(line.delayMs, () => outlet.hear(packet));
  };
  const wantKey = (): void => {
    if (clock.now() - keyWantedMs < PICTURE_LOSS_MS) return;
    keyWantedMs = clock.now();
    answer(pictureLoss(VIDEO_SSRC));
    if (!isSilent) clock.after(line.delayMs, options.onKeyWanted);
  };
  const buffer = makeJitterBuffer(clock, (picture) => void shown.push(picture), wantKey);

  const receive = (packet: Buffer): void => {
    counts.bytes += packet.length;
    const number = transportNumberOf(packet, TRANSPORT_ID);
    if (number !== undefined) transport.onPacket(number, clock.now());
    const rtp = parseRtp(packet);
    if (isRtcp(packet)) {
      if (packet.readUInt32BE(4) === VIDEO_SSRC)
        reported = { name: packet.readUInt32BE(10), atMs: clock.now() };
      return;
    }
    if (!rtp) return;
    if (rtp.payloadType === audio.payloadType) counts.sound += 1;
    else if (rtp.ssrc !== REPEAT_SSRC) buffer.push(rtp);
    else if (rtp.payload.length < 2) counts.padding += 1;
    else {
      counts.repeats += 1;
      const sequence = rtp.payload.readUInt16BE(0);
      buffer.push({ ...rtp, ssrc: VIDEO_SSRC, sequence, payload: rtp.payload.subarray(2) });
    }
  };

  const outlet = makeRtpOutlet({
    video,
    audio,
    now: clock.now,
    soon: (work) => clock.after(5, work),
    onReady: options.onKeyWanted,
    onSent: options.onSent,
    transmit(_track, packet) {
      const copy = Buffer.from(packet);
      carry(copy.length, () => receive(copy));
    },
  });
  clock.every(FEEDBACK_MS, () => {
    const packet = transport.take();
    if (packet) answer(packet);
  });
  clock.every(NACK_MS, () => {
    buffer.giveUp();
    if (buffer.isBroken) wantKey();
    const wanted = buffer.wanted(2 * line.delayMs + 20);
    if (wanted.length > 0) answer(negativeAcknowledgement(VIDEO_SSRC, wanted));
  });
  clock.every(REPORT_MS, () => {
    const { highest } = buffer;
    if (highest === undefined) return;
    answer(
      receiverReport({
        ssrc: VIDEO_SSRC,
        fractionLost: 0,
        lostTotal: 0,
        highestSequence: highest,
        jitterTicks: 0,
        lastReport: reported?.name ?? 0,
        delaySinceReport: reported ? Math.round(((clock.now() - reported.atMs) * 65_536) / 1_000) : 0,
      }),
    );
  });
  return {
    outlet,
    line,
    shown,
    counts,
    setSilent(next) {
      isSilent = next;
    },
    hear: (packet) => outlet.hear(packet),
  };
}
