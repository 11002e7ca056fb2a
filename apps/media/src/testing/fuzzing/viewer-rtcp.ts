import { type FuzzTarget, pack, unpack } from '@klieg/testing/fuzzing';
import { makeMediaPacket } from '../../edge/webrtc/media-packet.ts';
import { makeRtpOutlet, VIDEO_SSRC } from '../../edge/webrtc/rtp-outlet.ts';
import { negativeAcknowledgement, pictureLoss, receiverReport } from '../../ingest/rtp/rtcp-feedback.ts';
import { feedbackPacket } from '../transport-receiver.ts';

/* Control packets of a viewer by WebRTC: a piece is one, and pictures go out between them. */

const STEP_MS = 40;
const PACKETS_MAX = 20_000;

const report = receiverReport({
  ssrc: VIDEO_SSRC,
  fractionLost: 3,
  lostTotal: 9,
  highestSequence: 40,
  jitterTicks: 5,
  lastReport: 1,
  delaySinceReport: 70_000,
});

function seed(): Buffer {
  const arrivals = Array.from({ length: 40 }, (_, i) => (i % 5 === 0 ? undefined : i * 20));
  const later = Array.from({ length: 30 }, (_, i) => 900 + i * i);
  return pack([
    Buffer.concat([report, feedbackPacket(0, arrivals, 0)]),
    negativeAcknowledgement(VIDEO_SSRC, [1, 2, 9, 30]),
    Buffer.concat([report, pictureLoss(VIDEO_SSRC)]),
    feedbackPacket(40, later, 1),
    report,
    negativeAcknowledgement(VIDEO_SSRC, [0, 1, 2, 3]),
    negativeAcknowledgement(VIDEO_SSRC, [0, 1, 2, 3]),
    report,
    negativeAcknowledgement(VIDEO_SSRC, [0, 1, 2, 3]),
  ]);
}

function feed(input: Buffer): string {
  let nowMs = 0;
  let sent = 0;
  let due: (() => void)[] = [];
  const outlet = makeRtpOutlet({
    video: { payloadType: 102, transportId: 3, repeatPayloadType: 103 },
    audio: { payloadType: 111, transportId: 3, repeatPayloadType: undefined },
    now: () => nowMs,
    soon: (work) => due.push(work),
    onReady() {},
    firstSequence: () => 0,
    transmit: () => void (sent += 1),
  });
  const unit = { packets: [makeMediaPacket(Buffer.alloc(900, 1), true)], isKey: true };
  outlet.open();
  for (const piece of unpack(input)) {
    nowMs += STEP_MS;
    const work = due;
    due = [];
    for (const one of work) one();
    outlet.send('video', { ...unit, ticks: nowMs * 90, streamMs: nowMs });
    outlet.report(nowMs, nowMs);
    outlet.hear(piece);
  }
  if (sent > PACKETS_MAX) throw new Error(`${sent} packets were sent`);
  const room = outlet.line!.roomKbps;
  if (!(room >= 0 && room <= 30_000)) throw new Error(`a line of ${room} kbit/s`);
  return `${Math.round(Math.log2(room + 1))}, ${outlet.figures().packetsRepeated > 0 ? 'repeats' : 'none'}`;
}

export const target: FuzzTarget = { seeds: [seed()], bytesMax: 32 * 1024, feed };
