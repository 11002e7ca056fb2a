import { readLocal, writeLocal } from '../../shared/local-store.ts';

/** Values of before could hold a run of digits that the site takes for the number of a card, and refuses. */
const isValue = (value: unknown): value is string =>
  typeof value === 'string' && value.length === 32 && !/\d{13}/u.test(value);

/** Half a byte is a letter each: digits alone could be a card's number. */
const LETTERS = 'abcdefghijklmnop';

/**
 * An id of this browser for purchases, and for billers that require one (rocketfuel). It is random and stored, not
 * computed from the device, so that nobody else can recognise the browser by it. At most 64 characters.
 */
export function deviceValue(): string {
  const kept = readLocal('device', (value) => (isValue(value) ? value : undefined));
  if (kept) return kept;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const drawn = [...bytes].map((byte) => LETTERS[byte >> 4]! + LETTERS[byte & 15]!).join('');
  writeLocal('device', drawn);
  return drawn;
}
