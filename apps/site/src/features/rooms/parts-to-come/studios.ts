import { partToCome } from './part-to-come.ts';

/** Studios and voyeur houses: the keys go with this file when the feature comes. */
export const studiosToCome = partToCome<'user.is_voyeur' | 'user.studio_slug'>({
  'user.is_voyeur': false,
  'user.studio_slug': null,
});
