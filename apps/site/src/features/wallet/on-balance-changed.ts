import type { Payload } from '@klieg/contract';
import type { AccountId, Clock } from '@klieg/kernel';
import type { AccountFeed } from '../../platform/sockets/index.ts';
import type { AccountStore } from '../identity/index.ts';
import { type Ledger, sumOfEarned } from '../ledger/index.ts';
import type { BalanceChange } from './balance-changed.ts';

/** Which part of the earnings can be paid out; it changes once a day, and other changes are announced. */
interface Ripe {
  readonly tokens: number;
  readonly held: number;
  readonly version: number;
  readonly readAt: number;
}

/** A change that was not heard counts after so long. */
const RIPE_MS = 60_000;

/** Shows a person's pages on this node what they have now. */
export function makeShowBalance(deps: {
  readonly feed: AccountFeed;
  readonly accounts: Pick<AccountStore, 'findById'>;
  readonly ledger: Pick<Ledger, 'pursesOf'>;
  readonly clock: Clock;
}) {
  const ripeOf = new Map<AccountId, Ripe>();

  /** Total earnings: a notice about ripening earnings carries only that part. */
  async function allEarned(
    change: BalanceChange,
  ): Promise<Pick<BalanceChange, 'tokens' | 'held' | 'version'>> {
    const known = ripeOf.get(change.accountId);
    if (change.purse === 'earning' && known && deps.clock.now() - known.readAt < RIPE_MS)
      return {
        tokens: change.tokens + known.tokens,
        held: change.held + known.held,
        version: change.version + known.version,
      };
    const purses = await deps.ledger.pursesOf(change.accountId);
    const [all, { earning }] = [sumOfEarned(purses), purses];
    ripeOf.set(change.accountId, {
      tokens: all.tokens - earning.spendable,
      held: all.held - earning.held,
      version: all.version - earning.version,
      readAt: deps.clock.now(),
    });
    return all;
  }

  return async (change: BalanceChange): Promise<void> => {
    const pages = deps.feed.pagesOf(change.accountId);
    if (pages.length === 0) return void ripeOf.delete(change.accountId);
    const account = await deps.accounts.findById(change.accountId);
    const { tokens, held, version } = change.purse === 'spending' ? change : await allEarned(change);
    const update: Payload<'v3.token.update'> = {
      seq: version,
      ...(account && { username: account.username }),
      tokens,
      token_change: change.change,
      ...(change.type && { type: change.type }),
      ...messagesChange(change),
      held,
      id: change.id,
      at: change.at,
    };
    for (const page of pages) page.send('v3.token.update', update);
  };
}

/**
 * People with tokens may write to performers (LEDGER-TIP-002). Told with each change, since held or freed tokens also
 * change what is left.
 */
const messagesChange = ({
  purse,
  tokens,
}: Pick<BalanceChange, 'purse' | 'tokens'>): { readonly pmIsEnabled?: boolean } =>
  purse === 'spending' ? { pmIsEnabled: tokens > 0 } : {};
