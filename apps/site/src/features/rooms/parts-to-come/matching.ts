import { partToCome } from './part-to-come.ts';

/** Duels: the keys go with this file when the feature comes. */
export const matchingToCome = partToCome<'versus' | 'versusTournament'>({
  versus: null,
  versusTournament: null,
});
