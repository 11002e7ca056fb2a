import type { AccountId } from '@klieg/kernel';
import type { SiteCaller } from '../sessions/index.ts';
import type { ListStore } from './list-store.ts';
import type { PresentMedia } from './present-media.ts';
import type { ReadMedia } from './read-media.ts';

const SHOWN_OF_EACH = 4;
const TOP_MODELS = 12;

/** What performers of a list sell, as the caller finds it: what sells best of each, and who sells most. */
export const makeReadListMedia =
  (deps: {
    readonly lists: Pick<ListStore, 'listBestOf' | 'rankSellers'>;
    readonly read: Pick<ReadMedia, 'viewAll'>;
    readonly present: Pick<PresentMedia, 'cards'>;
  }) =>
  async (models: readonly number[], caller: SiteCaller) => {
    const best = await deps.lists.listBestOf(models as readonly AccountId[], SHOWN_OF_EACH);
    const views = await deps.read.viewAll(best, caller);
    const sellers = [...new Set(views.map(({ owner }) => owner.id))];
    const [media, ranked] = await Promise.all([
      deps.present.cards(views, caller),
      deps.lists.rankSellers(sellers, 1, TOP_MODELS),
    ]);
    return { media, topModels: ranked.map(({ modelId }) => modelId) };
  };
