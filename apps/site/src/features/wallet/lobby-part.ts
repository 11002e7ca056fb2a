import type { Socket } from '../../platform/sockets/index.ts';
import type { Account } from '../identity/index.ts';
import { type Ledger, sumOfEarned } from '../ledger/index.ts';

/** What a person's pages show: what a member can spend, what a performer has earned. */
async function shownOf(ledger: Pick<Ledger, 'balanceOf' | 'pursesOf'>, { id, type }: Account) {
  if (type === 'model') return sumOfEarned(await ledger.pursesOf(id));
  const { spendable, held, version } = await ledger.balanceOf(id);
  return { tokens: spendable, held, version };
}

/** A page that was let in learns what its person has; a performer what she has earned. */
export const makeWalletLobbyPart = (ledger: Pick<Ledger, 'balanceOf' | 'pursesOf'>) => ({
  async onReady(socket: Socket, { account }: { readonly account: Account | null }): Promise<void> {
    if (!account) return;
    const { tokens, held, version } = await shownOf(ledger, account);
    socket.send('v3.token.update', { seq: version, username: account.username, tokens, held });
  },
});
