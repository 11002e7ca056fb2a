/** Ten tokens are a dollar. */
const CENTS_PER_TOKEN = 10;

/** Percent, rounded down, by which the tokens of a code's package are cheaper than ten to the dollar. */
export const discountOf = ({
  amountCents,
  packageTokens,
}: {
  readonly amountCents: number | null;
  readonly packageTokens: number | null;
}): number =>
  amountCents === null || !packageTokens
    ? 0
    : Math.max(0, Math.floor(100 - (100 * amountCents) / (packageTokens * CENTS_PER_TOKEN)));

/** Whether a code can be used now, and else why not. */
export function codeState(
  {
    startsAt,
    endsAt,
    uses,
    usesMax,
  }: {
    readonly startsAt: Date;
    readonly endsAt: Date | null;
    readonly uses: number;
    readonly usesMax: number | null;
  },
  now: number,
): 'open' | 'waits' | 'over' | 'used_up' {
  if (endsAt && endsAt.getTime() <= now) return 'over';
  if (usesMax !== null && uses >= usesMax) return 'used_up';
  return startsAt.getTime() > now ? 'waits' : 'open';
}
