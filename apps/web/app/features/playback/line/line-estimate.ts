import { HOUR_MS } from '@klieg/kernel/time';
import { readLocal, writeLocal } from '#app/shared/local-store.ts';

const KEY = 'line-kbps';
/** A line is believed to be as it was for this long. */
const FRESH_MS = 12 * HOUR_MS;
const KBPS_PER_MBIT = 1_000;
/** A connection that carried a rendition may have carried more, but no more was sent. */
const HEADROOM = 1.25;

interface KeptLine {
  readonly kbps: number;
  /** Unix milliseconds. */
  readonly atMs: number;
}

function parse(value: unknown): KeptLine | undefined {
  const { kbps, atMs } = (value ?? {}) as Partial<Record<keyof KeptLine, unknown>>;
  return typeof kbps === 'number' && typeof atMs === 'number' && kbps > 0 ? { kbps, atMs } : undefined;
}

/**
 * The connection's capacity in kbit/s: the lower of the browser's estimate and the last visit's value; undefined if
 * both are missing. @param downlinkMbit `navigator.connection.downlink`
 */
export function estimateKbps(
  downlinkMbit: number | undefined,
  kept: KeptLine | undefined,
  nowMs: number,
): number | undefined {
  const believed = downlinkMbit === undefined ? Infinity : downlinkMbit * KBPS_PER_MBIT;
  const seen = kept && nowMs - kept.atMs < FRESH_MS ? kept.kbps : Infinity;
  const kbps = Math.round(Math.min(believed, seen));
  return Number.isFinite(kbps) && kbps > 0 ? kbps : undefined;
}

/** This browser's connection, as far as known before anything was played. */
export function readLine(): number | undefined {
  const { connection } = navigator as { connection?: { readonly downlink?: number } };
  return estimateKbps(connection?.downlink, readLocal(KEY, parse), Date.now());
}

/**
 * Stores for the next visit that the connection carried less than the source, or that it carried it.
 * @param kbps received now
 */
export function keepLine(kbps: number, isSource: boolean): void {
  writeLocal(KEY, isSource || kbps <= 0 ? null : { kbps: Math.round(kbps * HEADROOM), atMs: Date.now() });
}
