import type { PerformerContent } from '@klieg/contract';
import type { Uuid } from '@klieg/kernel';
import type { VaultOwner } from '../onboarding/index.ts';
import type { ContentStore } from './content-store.ts';
import { presentContent } from './present-records.ts';

/** What somebody was in, each with everybody who was in it, newest first. */
export type ReadContent = (
  key: VaultOwner,
  before: Uuid | undefined,
  limit: number,
) => Promise<PerformerContent[]>;

export const makeReadContent =
  (store: ContentStore): ReadContent =>
  async (key, before, limit) => {
    const found = await store.list(key, before, limit);
    const beside = await store.listBeside([...new Set(found.map(({ broadcastId }) => broadcastId))]);
    const of = Map.groupBy(beside, ({ broadcastId }) => broadcastId);
    return found.map((one) => presentContent(one, of.get(one.broadcastId) ?? []));
  };
