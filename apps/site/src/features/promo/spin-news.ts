import type { AccountId } from '@klieg/kernel';
import type { Kit } from '../../platform/kit.ts';
import type { Socket } from '../../platform/sockets/index.ts';
import type { GrantStore } from './grant-store.ts';

/** Accounts that are told in one look. */
const BATCH = 200;

/** Tells people's pages how many spins they have. */
export function makeSpinNews(deps: Pick<Kit, 'feed' | 'clock'> & { readonly grants: GrantStore }) {
  const { feed, clock, grants } = deps;
  const tell = async (accountId: AccountId): Promise<void> => {
    const { promo, vault } = await grants.count(accountId, clock.now());
    feed.send(accountId, 'v3.promo_wheel_count', { seq: clock.now(), count: promo });
    feed.send(accountId, 'v3.vault_wheel_count', { seq: clock.now(), spins: vault });
  };
  return {
    tell,
    /** People who were given a spin since the last round. */
    async tellNew(): Promise<void> {
      for (const accountId of await grants.listUntold(BATCH)) {
        // First: the next round announces a spin that comes in between.
        await grants.markTold(accountId);
        await tell(accountId);
      }
    },
    /** A page that was let in learns what there is to spin. */
    lobbyPart: {
      async onReady(socket: Socket, { account }: { readonly account: { readonly id: AccountId } | null }) {
        if (!account) return;
        const { promo, vault } = await grants.count(account.id, clock.now());
        const seq = clock.now();
        if (promo > 0) socket.send('v3.promo_wheel_count', { seq, count: promo });
        if (vault > 0) socket.send('v3.vault_wheel_count', { seq, spins: vault });
      },
    },
  };
}

export type SpinNews = ReturnType<typeof makeSpinNews>;
