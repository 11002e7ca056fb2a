import type { AccountId } from '@klieg/kernel';
import type { Ledger } from '../ledger/index.ts';
import type { Wallet } from '../wallet/index.ts';
import type { OrderStore } from './order-store.ts';

/** What rooms and cards know of a person's money; tips are those to the owner of the room. */
export const makeReadMoney =
  (deps: {
    readonly ledger: Pick<Ledger, 'balanceOf'>;
    readonly wallet: Pick<Wallet, 'recentTips'>;
    readonly orders: Pick<OrderStore, 'payingOf'>;
  }) =>
  async (person: AccountId, owner: AccountId | null) => {
    const [balance, paying, recentTips] = await Promise.all([
      deps.ledger.balanceOf(person),
      deps.orders.payingOf(person),
      owner === null ? 0 : deps.wallet.recentTips(person, owner),
    ]);
    return {
      hasTokens: balance.spendable > 0,
      recentTips,
      tokens: balance.spendable,
      balanceVersion: balance.version,
      ...paying,
    };
  };
