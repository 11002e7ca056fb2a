import { partToCome } from '../rooms/index.ts';

/** Duels: the keys of a room that wait for it. This file goes when they are served. */
export const matchingToCome = partToCome<'versus' | 'versusTournament'>({
  versus: null,
  versusTournament: null,
});
