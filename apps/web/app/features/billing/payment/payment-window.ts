import type { Biller } from '@klieg/contract';

/** Billers whose page opens in a separate window (BILLING-050); `opens` of the answer decides in the end. */
const IN_A_WINDOW: ReadonlySet<Biller> = new Set<Biller>(['ccbill', 'cashtocode', 'paygarden']);

/**
 * Opens a biller's window directly on the press, before its address is known: a browser allows that only for a moment
 * after a press, and the answer may take longer. Undefined: the biller needs none, or the browser refused.
 * @param words shown in it until the biller's page loads
 */
export function holdWindow(biller: Biller, words: string): Window | undefined {
  if (!IN_A_WINDOW.has(biller)) return undefined;
  const held = window.open('about:blank', '_blank');
  if (!held) return undefined;
  // The page that comes must not reach this one.
  held.opener = null;
  held.document.title = words;
  held.document.body.textContent = words;
  return held;
}
