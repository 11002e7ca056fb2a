import type { BrowseResult, MediaCard } from '@klieg/contract';
import type { SiteCaller } from '../sessions/index.ts';

/** What performers sell, as one caller finds it. */
export type ReadListMedia = (
  models: readonly number[],
  caller: SiteCaller,
) => Promise<{
  /** Those that sell best of each, at most four of one performer. */
  readonly media: readonly MediaCard[];
  /** Who of them sells most, the most first. */
  readonly topModels: readonly number[];
}>;

/** Puts what its performers sell into a list, for callers that ask for it. */
export const makeAppendMedia =
  (readListMedia: ReadListMedia) =>
  async (result: BrowseResult, caller: SiteCaller): Promise<BrowseResult> => {
    const cards = new Map(result.userList.map((card) => [card.id, card]));
    const { media, topModels } = await readListMedia([...cards.keys()], caller);
    const byModel = Map.groupBy(media, ({ user_id: id }) => id);
    return {
      ...result,
      mediaList: result.userList.flatMap(({ id }) => byModel.get(id) ?? []),
      userList: result.userList.map((card) => ({ ...card, media: byModel.get(card.id) ?? [] })),
      topModelList: topModels.flatMap((id) => cards.get(id) ?? []),
    };
  };
