/*
 * Chance that anybody can check afterwards (rule S12): the site publishes the digest of a secret seed before
 * anything is drawn, draws by the seed and what the drawer's page adds, and publishes the seed later.
 */

/** What a draw is made of. */
export interface Draw {
  /** 32 random bytes that nobody knows before they are revealed. */
  readonly seed: Uint8Array;
  /** What the seed was made for; holds no `|`. */
  readonly instance: string;
  /** The number of this draw among those of the seed, from 0. */
  readonly n: number;
  /** What the drawer's page added. */
  readonly clientSeed: string;
  /** Whole numbers above 0, one for each slot. */
  readonly weights: readonly number[];
}

/** A digest's first 52 bits are 13 hexadecimal digits. */
const HEX_DIGITS = 13;
const RANGE = 2 ** 52;

const hexOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** SHA-256 of a seed in hexadecimal: published before the first draw. */
export const commitOf = async (seed: Uint8Array): Promise<string> =>
  hexOf(await crypto.subtle.digest('SHA-256', new Uint8Array(seed)));

/** The slot that a draw gives, from 0, and the number below the sum of the weights that fell on it. */
export async function drawSlot(draw: Draw): Promise<{ readonly slot: number; readonly fell: number }> {
  const { seed, instance, n, clientSeed, weights } = draw;
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const key = await crypto.subtle.importKey(
    'raw',
    new Uint8Array(seed),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  const end = Math.floor(RANGE / sum) * sum;
  for (let c = 0; ; c++) {
    const text = new TextEncoder().encode(`${instance}|${n}|${clientSeed}|${c}`);
    const x = Number.parseInt(hexOf(await crypto.subtle.sign('HMAC', key, text)).slice(0, HEX_DIGITS), 16);
    // Numbers of the last, incomplete round would favour the first slots.
    if (x >= end) continue;
    const fell = x % sum;
    return { slot: slotAt(weights, fell), fell };
  }
}

/** The slot that a number below the sum of the weights falls into. */
export function slotAt(weights: readonly number[], fell: number): number {
  let rest = fell;
  for (const [slot, weight] of weights.entries()) {
    if (rest < weight) return slot;
    rest -= weight;
  }
  throw new RangeError('the number is not below the sum of the weights');
}
