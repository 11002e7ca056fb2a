import { ARRIVAL_CLOCK_MS, type TransportFeedback } from './transport-feedback.ts';

/** What became of one packet. */
export interface PacketResult {
  readonly sentMs: number;
  readonly bytes: number;
  /** In milliseconds of the receiver's clock, extended to never wrap; undefined: lost, as far as known. */
  readonly arrivalMs: number | undefined;
  /** Number of its probe; 0: none. */
  readonly probe: number;
}

/** The packets of a connection that were sent lately, by their numbers over all tracks. */
export interface SendHistory {
  /** @returns the number of the packet, 16 bits */
  add(bytes: number, nowMs: number, probe: number): number;
  /** What feedback says of packets that was not known before, in the order of their numbers. */
  resolve(feedback: TransportFeedback): readonly PacketResult[];
  /** Bytes that were sent and that nothing is known of. */
  readonly inFlightBytes: number;
}

/** Some seconds of ten megabits a second; a power of two. */
const KEPT = 4_096;
const UNKNOWN = 0;
const LOST = 1;
const RECEIVED = 2;

export function makeSendHistory(): SendHistory {
  const sentMs = new Float64Array(KEPT);
  const bytes = new Uint16Array(KEPT);
  const probes = new Uint16Array(KEPT);
  const states = new Uint8Array(KEPT);
  let next = 0;
  let inFlightBytes = 0;
  let clockMs: number | undefined;

  /** Continues where the receiver's clock wraps. */
  const unwrapped = (arrivalMs: number): number => {
    const before = clockMs ?? arrivalMs;
    const half = ARRIVAL_CLOCK_MS / 2;
    const step =
      ((((arrivalMs - before + half) % ARRIVAL_CLOCK_MS) + ARRIVAL_CLOCK_MS) % ARRIVAL_CLOCK_MS) - half;
    clockMs = Math.max(before, before + step);
    return before + step;
  };

  /** The place of a number; undefined where it was not sent, or too long ago. */
  const placeOf = (sequence: number): number | undefined => {
    const back = (next - sequence) & 0xffff;
    return back === 0 || back > KEPT || back > next ? undefined : (next - back) % KEPT;
  };

  return {
    get inFlightBytes() {
      return inFlightBytes;
    },
    add(size, nowMs, probe) {
      const at = next % KEPT;
      if (next >= KEPT && states[at] === UNKNOWN) inFlightBytes -= bytes[at]!;
      sentMs[at] = nowMs;
      bytes[at] = size;
      probes[at] = probe;
      states[at] = UNKNOWN;
      inFlightBytes += size;
      return next++ & 0xffff;
    },
    resolve({ base, arrivals }) {
      const results: PacketResult[] = [];
      for (let i = 0; i < arrivals.length; i++) {
        const arrival = arrivals[i];
        const at = placeOf((base + i) & 0xffff);
        if (at === undefined || states[at] === RECEIVED) continue;
        // Already reported lost.
        if (arrival === undefined && states[at] === LOST) continue;
        if (states[at] === UNKNOWN) inFlightBytes -= bytes[at]!;
        states[at] = arrival === undefined ? LOST : RECEIVED;
        results.push({
          sentMs: sentMs[at]!,
          bytes: bytes[at]!,
          arrivalMs: arrival === undefined ? undefined : unwrapped(arrival),
          probe: probes[at]!,
        });
      }
      return results;
    },
  };
}
