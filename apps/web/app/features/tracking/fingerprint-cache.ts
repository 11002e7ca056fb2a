import { readLocal, writeLocal } from '../../shared/local-store.ts';

/** A value that was sent is not sent again for so long after it was used last, in milliseconds (CONSTANTS-031), */
export const KEPT_MS = 3_600_000;
/** and never for longer than this, however often it is used (CONSTANTS-030). */
export const KEPT_LIMIT_MS = 86_400_000;
const KEY = 'fingerprint';

interface Kept {
  /** Whom it is linked to and where the visit came from: another one is sent anew. */
  readonly about: string;
  readonly fp: string;
  readonly sentAt: number;
  readonly usedAt: number;
}

const isWithin = (from: number, nowMs: number, spanMs: number): boolean =>
  from <= nowMs && nowMs - from < spanMs;

/** What was sent lately about this; undefined: it has to be sent. */
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
