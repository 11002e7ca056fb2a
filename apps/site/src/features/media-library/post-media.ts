import { AppError } from '@klieg/kernel';
import type { PostMedia } from '../fan-club/index.ts';
import type { ListStore } from './list-store.ts';
import type { MediaStore } from './media-store.ts';
import type { PresentMedia } from './present-media.ts';
import type { ReadMedia } from './read-media.ts';

/** Media shown in fan-club posts: access depends on the reader of the post. */
export const makePostMedia = (deps: {
  readonly media: Pick<MediaStore, 'listByIds'>;
  readonly lists: Pick<ListStore, 'countByLevel'>;
  readonly read: Pick<ReadMedia, 'viewByIds'>;
  readonly present: Pick<PresentMedia, 'cards'>;
}): PostMedia => ({
  async check(owner, mediaIds) {
    if (mediaIds.length === 0) return;
    const found = await deps.media.listByIds(mediaIds);
    const good = found.filter(
      ({ modelId, status, deletedAt }) => modelId === owner.id && status === 'live' && deletedAt === null,
    );
    if (good.length < mediaIds.length) throw new AppError('common.not_found');
  },
  cards: async (mediaIds, caller) => deps.present.cards(await deps.read.viewByIds(mediaIds, caller), caller),
  countByLevel: deps.lists.countByLevel,
});
