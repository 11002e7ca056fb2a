import type { AccountId } from '@klieg/kernel';
import { askTogether } from '#site/platform/postgres/index.ts';
import type { Ledger } from '../ledger/index.ts';
import type { Wallet } from '../wallet/index.ts';
import type { OrderStore } from './orders/order-store.ts';

interface Ask {
  readonly person: AccountId;
  readonly owner: AccountId | null;
}

/**
 * What rooms and cards know of a person's money; tips are those to the owner of the room, without those of shows:
 * nobody may read off them who takes a show with her. Read once for all requests at nearly the same time.
 */
export function makeReadMoney(deps: {
  readonly ledger: Pick<Ledger, 'balancesOf'>;
  readonly wallet: Pick<Wallet, 'openTipsOf'>;
  readonly orders: Pick<OrderStore, 'payingOf'>;
}) {
  const readMany = async (asks: readonly Ask[]) => {
    const persons = asks.map(({ person }) => person);
    const pairs = asks.flatMap(({ person, owner }) =>
      owner === null ? [] : { payer: person, receiver: owner },
    );
    const [balances, payings, tips] = await Promise.all([
      deps.ledger.balancesOf(persons),
      deps.orders.payingOf(persons),
      pairs.length > 0 ? deps.wallet.openTipsOf(pairs) : [],
    ]);
    const tipOfNext = tips.values();
    return asks.map(({ owner }, at) => {
      const { spendable, version } = balances[at]!;
      return {
        hasTokens: spendable > 0,
        recentTips: owner === null ? 0 : tipOfNext.next().value!,
        tokens: spendable,
        balanceVersion: version,
        ...payings[at]!,
      };
    });
  };
  const ask = askTogether(readMany);
  return (person: AccountId, owner: AccountId | null) => ask({ person, owner });
}
