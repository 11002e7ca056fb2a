import type { Socket } from '../../platform/sockets/index.ts';
import type { Account } from '../identity/index.ts';
import type { Ledger } from '../ledger/index.ts';

/** A page that was let in learns what its person has; a performer what she has earned. */
export const makeWalletLobbyPart = (ledger: Pick<Ledger, 'balanceOf' | 'earningsOf'>) => ({
  async onReady(socket: Socket, { account }: { readonly account: Account | null }): Promise<void> {
    if (!account) return;
    const balance =
      account.type === 'model' ? await ledger.earningsOf(account.id) : await ledger.balanceOf(account.id);
    socket.send('v3.token.update', {
      seq: balance.version,
      username: account.username,
      tokens: balance.spendable,
      held: balance.held,
    });
  },
});
