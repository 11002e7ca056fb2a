import type { KeptItem } from './item-store.ts';
import type { KeptMedia } from './media-store.ts';

/* Which files a media may use, and which may be removed. Pure; other people's or withheld files are absent. */

type Item = Pick<KeptItem, 'state' | 'typeId' | 'mediaId'>;

export interface ItemRefusal {
  readonly code:
    | 'media_library.not_found'
    | 'media_library.file_refused'
    | 'media_library.item_not_ready'
    | 'media_library.item_used';
  readonly params?: { readonly reason: 'failed' | 'kind' };
}

/** Why a media cannot take a file; undefined: it can. */
export function refusalOf(
  item: Item | undefined,
  { id, typeId }: Pick<KeptMedia, 'id' | 'typeId'>,
): ItemRefusal | undefined {
  if (!item) return { code: 'media_library.not_found' };
  if (item.state === 'failed') return { code: 'media_library.file_refused', params: { reason: 'failed' } };
  if (item.typeId !== typeId) return { code: 'media_library.file_refused', params: { reason: 'kind' } };
  if (item.mediaId !== null && item.mediaId !== id) return { code: 'media_library.item_used' };
  return item.state === 'ready' ? undefined : { code: 'media_library.item_not_ready' };
}

/** Why a file cannot be removed; null: it can. */
export function removalRefusal(item: Item | undefined): ItemRefusal['code'] | null {
  if (!item) return 'media_library.not_found';
  if (item.mediaId !== null) return 'media_library.item_used';
  return item.state === 'encoding' ? 'media_library.item_not_ready' : null;
}
