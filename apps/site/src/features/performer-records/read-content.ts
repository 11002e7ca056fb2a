import type { PerformerContent } from '@klieg/contract';
import type { Uuid } from '@klieg/kernel';
import type { VaultOwner } from '../onboarding/index.ts';
import type { Content, ContentStore } from './content-store.ts';
import { presentContent } from './present-records.ts';

/** Somebody's content, each with everybody in it, newest first. */
export type ReadContent = (
  key: VaultOwner,
  before: Uuid | undefined,
  limit: number,
) => Promise<PerformerContent[]>;

/** The same for several at once, with a constant number of queries; a limit applies to all of them together. */
export type ReadContentOf = (
  keys: readonly VaultOwner[],
  limit: number,
) => Promise<ReadonlyMap<VaultOwner, PerformerContent[]>>;

export function makeReadContent(store: ContentStore): {
  readonly readContent: ReadContent;
  readonly readContentOf: ReadContentOf;
} {
  const makePresent = async (found: readonly Content[]) => {
    const broadcasts = new Set(found.flatMap(({ broadcastId }) => broadcastId ?? []));
    const beside = Map.groupBy(await store.listBeside([...broadcasts]), ({ broadcastId }) => broadcastId);
    const files = found.flatMap(({ id, kind }) => (kind === 'media' ? id : []));
    const inMedia = Map.groupBy(await store.listBesideMedia(files), ({ fileId }) => fileId);
    return (one: Content) =>
      presentContent(one, (one.broadcastId ? beside.get(one.broadcastId) : inMedia.get(one.id)) ?? []);
  };
  return {
    async readContent(key, before, limit) {
      const found = await store.list(key, before, limit);
      return found.map(await makePresent(found));
    },
    async readContentOf(keys, limit) {
      const found = await store.listOf(keys, limit);
      const present = await makePresent([...found.values()].flat());
      return new Map([...found].map(([key, contents]) => [key, contents.map(present)]));
    },
  };
}
