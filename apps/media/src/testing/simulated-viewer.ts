import { negativeAcknowledgement, pictureLoss, receiverReport } from '../ingest/rtp/rtcp-feedback.ts';
import { isRtcp, parseRtp } from '../ingest/rtp/rtp.ts';
import { readRedundant } from '../packaging/redundant-sound.ts';
import type { OutletTrack } from '../edge/webrtc/outlet-track.ts';
import { makeRtpOutlet, REPEAT_SSRC, type RtpOutlet, VIDEO_SSRC } from '../edge/webrtc/rtp-outlet.ts';
import { makeJitterBuffer, type ReceivedPicture } from './jitter-buffer.ts';
import type { SimulatedClock } from './simulated-clock.ts';
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

const TRANSPORT_ID = 3;
const FEEDBACK_MS = 100;
const REPORT_MS = 1_000;
const NACK_MS = 20;
const PICTURE_LOSS_MS = 300;

interface SimulatedViewer {
  readonly outlet: RtpOutlet;
  readonly line: SimulatedLine;
  /** Pictures that were shown: whole, and with all since the last keyframe. */
  readonly shown: readonly ReceivedPicture[];
  /** Times of the sounds that came, by whichever packet. */
  readonly heard: ReadonlySet<number>;
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
  const heard = new Set<number>();
  const transport = makeTransportReceiver(VIDEO_SSRC);
  const carry = makeLineQueue(clock, line, counts, random);
  const video: OutletTrack = {
    payloadType: 102,
    transportId: TRANSPORT_ID,
    repeatPayloadType: options.hasRepeatFormat === false ? undefined : 103,
  };
  const audio: OutletTrack = {
    payloadType: 111,
    transportId: TRANSPORT_ID,
    repeatPayloadType: undefined,
    redundantPayloadType: 63,
  };
  let reportedCounts = { sent: 0, lost: 0 };
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

  const hear = (timestamp: number): void => {
    counts.sound += 1;
    heard.add(timestamp);
  };

  /** In 256ths, since the last report. */
  const lostLately = (): number => {
    const { sent, lost } = counts;
    const share = (lost - reportedCounts.lost) / Math.max(1, sent - reportedCounts.sent);
    reportedCounts = { sent, lost };
    return Math.round(share * 256);
  };

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
    if (rtp.payloadType === audio.payloadType) hear(rtp.timestamp);
    else if (rtp.payloadType === audio.redundantPayloadType) {
      const sound = readRedundant(rtp.payload, audio.payloadType)!;
      for (const { behindTicks } of sound.earlier) hear(rtp.timestamp - behindTicks);
      hear(rtp.timestamp);
    } else if (rtp.ssrc !== REPEAT_SSRC) buffer.push(rtp);
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
        fractionLost: lostLately(),
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
    heard,
    counts,
    setSilent(next) {
      isSilent = next;
    },
    hear: (packet) => outlet.hear(packet),
  };
}
