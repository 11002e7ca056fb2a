/** Shortest password that the site takes. */
export const PASSWORD_MIN = 8;

/**
 * How strong a password looks, 0 to 4 bars; only a hint, the server decides.
 * @param score the server's judgement (0 to 4), undefined while unknown
 */
export function strengthBars(password: string, score: number | undefined): number {
  if (password.length === 0) return 0;
  if (password.length < PASSWORD_MIN) return 1;
  return score === undefined ? 0 : Math.max(1, score);
}
