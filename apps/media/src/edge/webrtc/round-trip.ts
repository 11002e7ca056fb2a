import type { ReceiverReport } from './receiver-reports.ts';

/** How long a packet is on its way to a viewer and back, by its answers to our reports (RFC 3550, 6.4.1). */
export interface RoundTrip {
  /** In milliseconds; a guess before the first answer. */
  readonly ms: number;
  /** A report was sent. */
  onReport(report: Buffer, nowMs: number): void;
  onAnswer(answer: Pick<ReceiverReport, 'lastReport' | 'delaySinceReport'>, nowMs: number): void;
}

const GUESS_MS = 100;
const MS_MAX = 2_000;
const REPORTS_MAX = 16;
const WEIGHT = 1 / 4;

export function makeRoundTrip(): RoundTrip {
  const sentMs = new Map<number, number>();
  let ms: number | undefined;
  return {
    get ms() {
      return ms ?? GUESS_MS;
    },
    onReport(report, nowMs) {
      // The middle of the report's wall time, with which receivers refer to it.
      const name = report.readUInt32BE(10);
      sentMs.delete(name);
      sentMs.set(name, nowMs);
      if (sentMs.size > REPORTS_MAX) sentMs.delete(sentMs.keys().next().value!);
    },
    onAnswer({ lastReport, delaySinceReport }, nowMs) {
      const atMs = lastReport === 0 ? undefined : sentMs.get(lastReport);
      if (atMs === undefined) return;
      const measured = nowMs - atMs - (delaySinceReport * 1_000) / 65_536;
      if (measured < 0 || measured > MS_MAX) return;
      ms = ms === undefined ? measured : ms + (measured - ms) * WEIGHT;
    },
  };
}
