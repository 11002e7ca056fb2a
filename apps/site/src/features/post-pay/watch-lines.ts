import type { AccountId, Clock } from '@klieg/kernel';
import { MINUTE_MS } from '@klieg/kernel/time';
import { type FactReader, type Notices, when } from '../../platform/events/index.ts';
import type { Chore } from '../../platform/kit.ts';
import { orderChargedBack, orderPaid } from '../billing/index.ts';
import { balanceChanged } from '../wallet/index.ts';
import { IDLE_MS } from './line-rules.ts';
import type { PostpayStore } from './postpay-store.ts';
import type { TendLine } from './tend-line.ts';

const SOON_MS = 5_000;

/**
 * Looks after lines: at once where the balance of their owner changed or an order of theirs is paid, and by a sweep that
 * needs no news, so that a lost notice or a process that died only makes it later.
 */
export function makeWatchLines(deps: {
  readonly store: PostpayStore;
  readonly tend: TendLine;
  readonly notices: Pick<Notices, 'on'>;
  readonly clock: Clock;
  readonly logged: (what: string) => (error: unknown) => void;
}) {
  const { store, clock } = deps;
  /** Whose balances this node listens for. */
  let known: ReadonlySet<AccountId> = new Set();
  const running = new Map<AccountId, { again: boolean }>();

  /** One look at a time for each line on this node; news in between lead to one more. */
  const look = async (account: AccountId): Promise<void> => {
    const present = running.get(account);
    if (present) return void (present.again = true);
    const own = { again: false };
    running.set(account, own);
    try {
      do {
        own.again = false;
        await deps.tend(account);
      } while (own.again);
    } finally {
      running.delete(account);
    }
  };
  const lookLater = (account: AccountId) =>
    void look(account).catch(deps.logged('a credit line was left to the sweep'));

  const learn = async () => {
    known = new Set(await store.listOpen());
  };
  const sweep = async (accounts: readonly AccountId[]) => {
    for (const account of accounts)
      await look(account).catch(deps.logged('a credit line could not be tended'));
  };

  const stop = deps.notices.on(balanceChanged, ({ accountId, purse }) => {
    if (purse === 'spending' && known.has(accountId)) lookLater(accountId);
  });
  const facts: FactReader = {
    name: 'post-pay',
    on: [
      when(orderPaid, async ({ accountId }) => {
        if (known.has(accountId)) lookLater(accountId);
      }),
      when(orderChargedBack, async ({ accountId }, transaction) => {
        await store.markChargedBack(transaction, accountId);
      }),
    ],
  };
  const chores: readonly Chore[] = [
    { failure: 'credit lines could not be listed', everyMs: SOON_MS, on: 'each', run: learn },
    {
      failure: 'credit lines that are due could not be charged',
      everyMs: SOON_MS,
      on: 'one',
      run: async () => sweep(await store.listDue(clock.now(), IDLE_MS)),
    },
    {
      failure: 'credit lines could not be looked after',
      everyMs: MINUTE_MS,
      on: 'one',
      run: async () => sweep(await store.listOpen()),
    },
  ];
  return {
    /** From now on this node listens for this balance. */
    follow: (account: AccountId) => void (known = new Set([...known, account])),
    facts,
    chores,
    stop,
  };
}
