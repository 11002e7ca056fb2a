import { partToCome } from '../rooms/index.ts';

/** Studios and voyeur houses: the keys of a room that wait for it. This file goes when they are served. */
export const studiosToCome = partToCome<'user.is_voyeur' | 'user.studio_slug'>({
  'user.is_voyeur': false,
  'user.studio_slug': null,
});
