import type { Level } from './period-rules.ts';

const CENTS_PER_TOKEN = 10;

/** What the tokens of a period are worth, apart from its price. */
function tokensIn(tokens: number, amountCents: number): string {
  const more = Math.floor((100 * tokens * CENTS_PER_TOKEN) / amountCents - 100);
  return more > 0
    ? `${tokens} tokens with every period, ${more} % more than its price buys`
    : `${tokens} tokens with every period`;
}

/** What a period of a level brings. */
interface Offered {
  readonly tokens: number;
  readonly amountCents: number;
  /** Whether the house has a telephone for its members. */
  readonly hasPhone: boolean;
}

/** The benefits of each level in words: only implemented ones, and including those of the level below. */
export function benefitsOf(level: Level, { tokens, amountCents, hasPhone }: Offered): readonly string[] {
  const included = tokensIn(tokens, amountCents);
  const phone = hasPhone ? ['Support by phone'] : [];
  const vip = ['Chat lines of up to 500 characters', 'Invisible in the lists of people in a room'];
  switch (level) {
    case 'premium':
      return [included];
    case 'vip':
      return [included, ...vip];
    case 'super_vip':
      return [included, ...vip, 'No line when you come or go', ...phone];
  }
}
