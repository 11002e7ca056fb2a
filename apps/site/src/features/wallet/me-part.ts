import type { MePart } from '../identity/index.ts';
import type { Ledger } from '../ledger/index.ts';

/** What a member can spend, and what a performer has earned. */
export const makeWalletPart = (
  ledger: Pick<Ledger, 'balanceOf' | 'earningsOf'>,
): MePart<'tokens' | 'earnings'> => ({
  empty: { tokens: 0, earnings: 0 },
  read: (asks) =>
    Promise.all(
      asks.map(async ({ account: { id } }) => {
        const [balance, earnings] = await Promise.all([ledger.balanceOf(id), ledger.earningsOf(id)]);
        return { tokens: balance.spendable, earnings: earnings.spendable };
      }),
    ),
});
