import type { SenderReport } from '../rtp/rtcp.ts';
import type { ReceptionBlock } from '../rtp/rtcp-feedback.ts';

/** Counts what arrived of one source, for receiver reports and for the loss figures. */
export interface Reception {
  /** @param sequence unwrapped @param timestamp unwrapped, in ticks of the track's clock */
  onPacket(sequence: number, timestamp: number, nowMs: number): void;
  /** A missing packet came as a repeat in another stream; it counts as received, its time says nothing. */
  onRepeat(): void;
  onSenderReport(report: SenderReport, nowMs: number): void;
  /** Ends the interval of a report. @returns the share that was lost in it, 0 to 1 */
  closeInterval(): number;
  /** The report as of now, with the loss of the last closed interval; may be sent any number of times. */
  block(ssrc: number, nowMs: number): ReceptionBlock;
  reset(): void;
}

/** @param clockHz 90000 for video, 48000 for Opus */
export function makeReception(clockHz: number): Reception {
  let first: number | undefined;
  let highest = 0;
  let received = 0;
  let expectedBefore = 0;
  let receivedBefore = 0;
  let lossShare = 0;
  let jitter = 0;
  let lastTransit: number | undefined;
  let lastReport: { middle: number; atMs: number } | undefined;

  const expected = (): number => (first === undefined ? 0 : highest - first + 1);

  return {
    onPacket(sequence, timestamp, nowMs) {
      if (first === undefined) {
        first = sequence;
        highest = sequence;
      }
      received += 1;
      if (sequence > highest) highest = sequence;
      const transit = (nowMs * clockHz) / 1000 - timestamp;
      if (lastTransit !== undefined) jitter += (Math.abs(transit - lastTransit) - jitter) / 16;
      lastTransit = transit;
    },
    onRepeat() {
      received += 1;
    },
    onSenderReport(report, nowMs) {
      lastReport = { middle: report.ntpMiddle, atMs: nowMs };
    },
    closeInterval() {
      const expectedNow = expected() - expectedBefore;
      // NOTE: repeated packets count as received (RFC 3550), so the difference may be negative.
      const lostNow = Math.max(0, expectedNow - (received - receivedBefore));
      lossShare = expectedNow > 0 ? Math.min(1, lostNow / expectedNow) : 0;
      expectedBefore = expected();
      receivedBefore = received;
      return lossShare;
    },
    block: (ssrc, nowMs) => ({
      ssrc,
      fractionLost: Math.min(255, Math.floor(lossShare * 256)),
      lostTotal: Math.max(0, expected() - received),
      highestSequence: highest % 2 ** 32,
      jitterTicks: Math.min(0xffffffff, Math.round(jitter)),
      lastReport: lastReport?.middle ?? 0,
      delaySinceReport: lastReport ? Math.round(((nowMs - lastReport.atMs) * 65_536) / 1000) : 0,
    }),
    reset() {
      first = undefined;
      received = 0;
      expectedBefore = 0;
      receivedBefore = 0;
      lossShare = 0;
      jitter = 0;
      lastTransit = undefined;
      lastReport = undefined;
    },
  };
}
