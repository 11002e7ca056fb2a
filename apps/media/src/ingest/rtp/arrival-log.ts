import { TICKS_PER_MS, togetherCount, transportFeedback } from './transport-feedback.ts';
import { makeUnwrapper } from './unwrap.ts';

/** Arrival times of one connection's packets, reported to its sender. */
export interface ArrivalLog {
  /** @param sequence the packet's number among all of the connection, 16 bits */
  onPacket(sequence: number, nowMs: number): void;
  /** Packets of feedback that are due, each small enough for one datagram; to be asked often. */
  takeDue(mediaSsrc: number, nowMs: number): readonly Buffer[];
}

/** As often as senders that estimate their line by it expect it. */
const INTERVAL_MS = 50;
/** This many packets are reported at once, so that feedback does not grow with a fast sender. */
const TOLD_EARLY = 400;
/** Packets that came, in one packet of feedback: with two bytes for each time it still fits into a datagram. */
const PER_FEEDBACK_MAX = 400;
/** Most numbers in one report, arrived or not. */
const SPAN_MAX = 3_000;
/**
 * Arrivals are reported again for this long if an older packet is late: one feedback packet covers a range without
 * holes.
 */
const LATE_MS = 500;
/** A number further ahead than this means a restarted sender, not a loss. */
const JUMP_MAX = 1_500;
/** Beyond this nothing is kept of a flood. */
const KEPT_MAX = 4_096;

export function makeArrivalLog(): ArrivalLog {
  const sequences = makeUnwrapper(16);
  /** Ticks by unwrapped number, in the order of coming. */
  const arrivals = new Map<number, number>();
  let startMs: number | undefined;
  let newest: number | undefined;
  /** Lowest arrived number not yet reported; and the one after the last reported. */
  let lowest: number | undefined;
  let told: number | undefined;
  let untold = 0;
  let lastMs = -Infinity;
  let count = 0;

  const clear = (): void => {
    sequences.reset();
    arrivals.clear();
    newest = lowest = told = undefined;
    untold = 0;
  };

  /** Old arrivals have been reported, and will not be reported again. */
  const forget = (nowTicks: number): void => {
    for (const [sequence, at] of arrivals) {
      if (arrivals.size <= KEPT_MAX && (nowTicks - at <= LATE_MS * TICKS_PER_MS || sequence >= (told ?? 0)))
        return;
      arrivals.delete(sequence);
    }
  };

  const report = (from: number, to: number, mediaSsrc: number): Buffer[] => {
    const packets: Buffer[] = [];
    for (let next = from; next <= to;) {
      const some: (number | undefined)[] = [];
      // Each report contains an arrival, since times are relative to it.
      for (let came = 0; came < PER_FEEDBACK_MAX && next + some.length <= to;) {
        const at = arrivals.get(next + some.length);
        some.push(at);
        if (at !== undefined) came += 1;
      }
      const told = some.slice(0, togetherCount(some));
      packets.push(transportFeedback(mediaSsrc, count, { baseSequence: next, arrivals: told }));
      count = (count + 1) & 0xff;
      next += told.length;
    }
    return packets;
  };

  return {
    onPacket(wire, nowMs) {
      startMs ??= nowMs;
      let sequence = sequences.near(wire) ?? wire;
      if (newest !== undefined && Math.abs(sequence - newest) > JUMP_MAX) {
        clear();
        sequence = wire;
      }
      sequences.next(wire);
      // For a duplicate the first arrival counts.
      if (arrivals.has(sequence)) return;
      const ticks = Math.round((nowMs - startMs) * TICKS_PER_MS);
      arrivals.set(sequence, ticks);
      newest = Math.max(newest ?? sequence, sequence);
      lowest = Math.min(lowest ?? sequence, sequence);
      untold += 1;
      forget(ticks);
    },
    takeDue(mediaSsrc, nowMs) {
      if (lowest === undefined || newest === undefined) return [];
      if (nowMs - lastMs < INTERVAL_MS && untold < TOLD_EARLY) return [];
      lastMs = nowMs;
      // Packets missing since the last report are reported with those after them.
      const from = Math.max(Math.min(lowest, told ?? lowest), newest - SPAN_MAX);
      told = Math.max(told ?? 0, newest + 1);
      const packets = report(from, newest, mediaSsrc);
      lowest = undefined;
      untold = 0;
      return packets;
    },
  };
}
