import { partToCome } from './part-to-come.ts';

/** Fan clubs: the keys go with this file when the feature comes. */
export const fanClubToCome = partToCome<'viewer.fan_level'>({
  'viewer.fan_level': null,
});
