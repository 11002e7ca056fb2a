import { TOKENS_PER_DOLLAR } from '@klieg/kernel';

/** A unit is a token. */
export const CENTS_PER_UNIT = 100 / TOKENS_PER_DOLLAR;

/** Units as its posts write them: a whole number of tokens, and not more than any gift card holds. */
export const unitsOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;
