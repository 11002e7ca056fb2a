import type { PurchaseTab } from '@klieg/contract';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** The tabs of purchases, in order (MEDIA-LIBRARY-007). */
export const OWN_TABS: Readonly<Record<PurchaseTab, MessageDescriptor>> = {
  videos: msg`Videos`,
  pictures: msg`Pictures`,
  recording: msg`Recordings`,
  playlists: msg`Playlists`,
  fanclub: msg`Fan club`,
  hidden_media: msg`Hidden`,
};

export const isOwnTab = (word: string | undefined): word is PurchaseTab =>
  word !== undefined && Object.hasOwn(OWN_TABS, word);
