import type { StreamHealth } from '@klieg/contract/media';
import type { AccountId } from '@klieg/kernel';
import type { EncoderRefusal } from './broadcast-effects.ts';

/** Media's last report about each broadcast; kept in memory, since every site process hears all of it. */
export interface IngestReports {
  healthOf(broadcastId: string | null): StreamHealth | undefined;
  /** Ids of the renditions that can be played now, best first. */
  renditionsOf(broadcastId: string | null): readonly string[];
  /** Why the model's encoder was sent away last, until it broadcasts and for at least 25 s. */
  refusalOf(model: AccountId): EncoderRefusal | undefined;
  keepHealth(broadcastId: string, health: StreamHealth): void;
  keepRenditions(broadcastId: string, renditions: readonly string[]): void;
  keepRefusal(model: AccountId, refusal: EncoderRefusal): void;
  forgetRefusal(model: AccountId): void;
  /** The broadcast has ended. */
  forget(broadcastId: string): void;
  /** Broadcasts with a report. */
  broadcastIds(): readonly string[];
}

/**
 * An encoder that sends too much is live for a moment each time it reconnects, and is rejected again: the reason stays
 * this long, or nobody could read it.
 */
const REFUSAL_MS = 25_000;

interface KeptRefusal {
  readonly refusal: EncoderRefusal;
  readonly atMs: number;
  /** Absent: until it broadcasts. */
  readonly untilMs?: number;
}

/** @param now milliseconds */
export function makeIngestReports(now: () => number): IngestReports {
  const health = new Map<string, StreamHealth>();
  const renditions = new Map<string, readonly string[]>();
  const refusals = new Map<AccountId, KeptRefusal>();
  return {
    healthOf: (broadcastId) => (broadcastId ? health.get(broadcastId) : undefined),
    renditionsOf: (broadcastId) => (broadcastId ? renditions.get(broadcastId) : undefined) ?? [],
    refusalOf(model) {
      const kept = refusals.get(model);
      return kept && (kept.untilMs === undefined || now() < kept.untilMs) ? kept.refusal : undefined;
    },
    keepHealth: (broadcastId, told) => void health.set(broadcastId, told),
    keepRenditions: (broadcastId, ids) => void renditions.set(broadcastId, ids),
    keepRefusal: (model, refusal) => void refusals.set(model, { refusal, atMs: now() }),
    forgetRefusal(model) {
      const kept = refusals.get(model);
      if (!kept) return;
      const untilMs = kept.atMs + REFUSAL_MS;
      if (now() < untilMs) refusals.set(model, { ...kept, untilMs });
      else refusals.delete(model);
    },
    forget(broadcastId) {
      health.delete(broadcastId);
      renditions.delete(broadcastId);
    },
    broadcastIds: () => [...new Set([...health.keys(), ...renditions.keys()])],
  };
}
