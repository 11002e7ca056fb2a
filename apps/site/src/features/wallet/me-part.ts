import type { MePart } from '../identity/index.ts';
import { type Ledger, sumOfEarned } from '../ledger/index.ts';

/** What a member can spend, and what a performer has earned. */
export const makeWalletPart = (
  ledger: Pick<Ledger, 'balanceOf' | 'pursesOf'>,
): MePart<'tokens' | 'earnings'> => ({
  empty: { tokens: 0, earnings: 0 },
  read: (asks) =>
    Promise.all(
      asks.map(async ({ account: { id } }) => {
        const [balance, earned] = await Promise.all([ledger.balanceOf(id), ledger.pursesOf(id)]);
        return { tokens: balance.spendable, earnings: sumOfEarned(earned).tokens };
      }),
    ),
});
