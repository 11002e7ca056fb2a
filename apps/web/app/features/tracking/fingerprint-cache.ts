import { DAY_MS, HOUR_MS } from '@klieg/kernel/time';
import { readLocal, writeLocal } from '../../shared/local-store.ts';

/** How long after its last use a sent value is not sent again, in milliseconds (CONSTANTS-031), */
export const KEPT_MS = HOUR_MS;
/** and never for longer than this, however often it is used (CONSTANTS-030). */
export const KEPT_LIMIT_MS = DAY_MS;
const KEY = 'fingerprint';

interface Kept {
  /** The linked person and the visit's source: a different one is sent again. */
  readonly about: string;
  readonly fp: string;
  readonly sentAt: number;
  readonly usedAt: number;
}

const isWithin = (from: number, nowMs: number, spanMs: number): boolean =>
  from <= nowMs && nowMs - from < spanMs;

/** What was recently sent for this; undefined: it must be sent. */
export function keptFingerprint(about: string, nowMs: number): string | undefined {
  const kept = readLocal(KEY, (value) => (value as Kept | null) ?? undefined);
  if (
    kept?.about !== about ||
    !isWithin(kept.usedAt, nowMs, KEPT_MS) ||
    !isWithin(kept.sentAt, nowMs, KEPT_LIMIT_MS)
  )
    return undefined;
  writeLocal(KEY, { ...kept, usedAt: nowMs });
  return kept.fp;
}

export const keepFingerprint = (about: string, fp: string, nowMs: number): void =>
  writeLocal(KEY, { about, fp, sentAt: nowMs, usedAt: nowMs } satisfies Kept);

export const dropFingerprint = (): void => writeLocal(KEY, null);
