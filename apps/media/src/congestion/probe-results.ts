import type { PacketResult } from './send-history.ts';

/** What probes found: packets that are sent faster than usual for a moment. */
export interface ProbeResults {
  /** A probe has been sent whole. */
  expect(probe: number, packets: number): void;
  /** @returns what the newest probe that is known whole by this has found, in kbit/s */
  onResults(
    results: readonly PacketResult[],
  ): { readonly kbps: number; readonly sentKbps: number } | undefined;
}

/** This share of a probe's packets must arrive. */
const SHARE_MIN = 0.8;
/** A line that carried a probe more slowly than it was sent is full at that, and used a little less. */
const FULL_SHARE = 0.9;
const USED_SHARE = 0.95;
/** Times are no more precise than this. */
const SPAN_MS_MIN = 1;
const SPAN_MS_MAX = 1_000;
const FASTER_MAX = 2;
const PROBES_MAX = 8;

interface Probe {
  packets: number | undefined;
  readonly came: PacketResult[];
}

/** @param of the times, of which the first packet's bytes or the last one's do not count */
function rateOf(
  came: readonly PacketResult[],
  timeOf: (one: PacketResult) => number,
  without: number,
): number {
  const times = came.map(timeOf);
  const spanMs = Math.max(...times) - Math.min(...times);
  if (spanMs > SPAN_MS_MAX) return 0;
  const bytes = came.reduce((sum, one) => sum + one.bytes, 0) - without;
  return (bytes * 8) / Math.max(SPAN_MS_MIN, spanMs);
}

export function makeProbeResults(): ProbeResults {
  const probes = new Map<number, Probe>();
  const probeOf = (id: number): Probe => {
    const known = probes.get(id);
    if (known) return known;
    const made: Probe = { packets: undefined, came: [] };
    probes.set(id, made);
    if (probes.size > PROBES_MAX) probes.delete(probes.keys().next().value!);
    return made;
  };

  const found = ({ came }: Probe) => {
    const sentKbps = rateOf(came, ({ sentMs }) => sentMs, came.at(-1)!.bytes);
    const cameKbps = rateOf(came, ({ arrivalMs }) => arrivalMs!, came[0]!.bytes);
    if (cameKbps <= 0 || sentKbps <= 0 || cameKbps > sentKbps * FASTER_MAX) return undefined;
    const kbps = cameKbps < sentKbps * FULL_SHARE ? cameKbps * USED_SHARE : Math.min(cameKbps, sentKbps);
    return { kbps, sentKbps };
  };

  return {
    expect(id, packets) {
      probeOf(id).packets = packets;
    },
    onResults(results) {
      const touched = new Set<Probe>();
      for (const result of results) {
        if (result.probe === 0 || result.arrivalMs === undefined) continue;
        const probe = probeOf(result.probe);
        probe.came.push(result);
        touched.add(probe);
      }
      let newest: { readonly kbps: number; readonly sentKbps: number } | undefined;
      for (const probe of touched)
        if (probe.packets !== undefined && probe.came.length >= probe.packets * SHARE_MIN)
          newest = found(probe) ?? newest;
      return newest;
    },
  };
}
