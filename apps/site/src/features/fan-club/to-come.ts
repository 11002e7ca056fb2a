import { partToCome } from '../rooms/index.ts';

/** Fan clubs: the keys of a room that wait for it. This file goes when they are served. */
export const fanClubToCome = partToCome<'viewer.fan_level'>({
  'viewer.fan_level': null,
});
