import type { Payload } from '@klieg/contract';
import type { AccountFeed } from '../../platform/sockets/index.ts';
import type { AccountStore } from '../identity/index.ts';
import type { BalanceChange } from './balance-changed.ts';

/** Shows a person's pages on this node what they have now. */
export function makeShowBalance(deps: {
  readonly feed: AccountFeed;
  readonly accounts: Pick<AccountStore, 'findById'>;
}) {
  return async (change: BalanceChange): Promise<void> => {
    const pages = deps.feed.pagesOf(change.accountId);
    if (pages.length === 0) return;
    const account = await deps.accounts.findById(change.accountId);
    const update: Payload<'v3.token.update'> = {
      seq: change.version,
      ...(account && { username: account.username }),
      tokens: change.tokens,
      token_change: change.change,
      ...(change.type && { type: change.type }),
      ...messagesChange(change),
      held: change.held,
      id: change.id,
      at: change.at,
    };
    for (const page of pages) page.send('v3.token.update', update);
  };
}

/** Who has tokens may write to performers: told when the first came or the last went (LEDGER-TIP-002). */
export function messagesChange({ purse, tokens, change }: BalanceChange): { readonly pmIsEnabled?: boolean } {
  const hadTokens = tokens - change > 0;
  const hasTokens = tokens > 0;
  return purse === 'spending' && hadTokens !== hasTokens ? { pmIsEnabled: hasTokens } : {};
}
