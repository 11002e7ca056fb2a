/** The page of the house stream. */
export const CASA_SALSA = '/casa-salsa';

/** Drawings of the house there are, for the time without its stream. */
const DRAWINGS = 4;

/** One of the drawings by chance, from 1 to 4 (BROWSE-066). @param random from 0 to 1, without 1 */
export const randomDrawing = (random: number = Math.random()): number => Math.floor(random * DRAWINGS) + 1;
