import type { StreamHealth } from '@klieg/contract/media';
import type { AccountId } from '@klieg/kernel';
import type { EncoderRefusal } from './broadcast-life.ts';

/** What media said last of each broadcast; kept in memory, every site process hears all of it. */
export interface IngestReports {
  healthOf(broadcastId: string | null): StreamHealth | undefined;
  /** Ids of the renditions that can be played now, best first. */
  renditionsOf(broadcastId: string | null): readonly string[];
  /** Why the model's encoder was sent away last, until it broadcasts. */
  refusalOf(model: AccountId): EncoderRefusal | undefined;
  keepHealth(broadcastId: string, health: StreamHealth): void;
  keepRenditions(broadcastId: string, renditions: readonly string[]): void;
  keepRefusal(model: AccountId, refusal: EncoderRefusal): void;
  forgetRefusal(model: AccountId): void;
  /** The broadcast has ended. */
  forget(broadcastId: string): void;
  /** Broadcasts of which something is known. */
  broadcastIds(): readonly string[];
}

export function makeIngestReports(): IngestReports {
  const health = new Map<string, StreamHealth>();
  const renditions = new Map<string, readonly string[]>();
  const refusals = new Map<AccountId, EncoderRefusal>();
  return {
    healthOf: (broadcastId) => (broadcastId ? health.get(broadcastId) : undefined),
    renditionsOf: (broadcastId) => (broadcastId ? renditions.get(broadcastId) : undefined) ?? [],
    refusalOf: (model) => refusals.get(model),
    keepHealth: (broadcastId, told) => void health.set(broadcastId, told),
    keepRenditions: (broadcastId, ids) => void renditions.set(broadcastId, ids),
    keepRefusal: (model, refusal) => void refusals.set(model, refusal),
    forgetRefusal: (model) => void refusals.delete(model),
    forget(broadcastId) {
      health.delete(broadcastId);
      renditions.delete(broadcastId);
    },
    broadcastIds: () => [...new Set([...health.keys(), ...renditions.keys()])],
  };
}
