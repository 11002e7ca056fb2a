import { partToCome } from '../rooms/index.ts';

/** Studios: the keys of a room that wait for it. This file goes when they are served. */
export const studiosToCome = partToCome<'user.studio_slug'>({
  'user.studio_slug': null,
});
