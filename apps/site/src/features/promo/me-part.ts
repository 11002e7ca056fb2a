import type { MePart } from '../identity/index.ts';
import type { CreditStore } from './credit-store.ts';
import type { GrantStore } from './grant-store.ts';

/** Tokens that wait for a confirmed address, and spins of the vault's wheel. */
export const makePromoPart = (deps: {
  readonly credits: Pick<CreditStore, 'heldOf'>;
  readonly grants: Pick<GrantStore, 'count'>;
  readonly now: () => number;
}): MePart<'user.free_tokens_on_hold' | 'user.vault_wheel'> => ({
  empty: { 'user.free_tokens_on_hold': 0, 'user.vault_wheel': { spins: 0 } },
  async read(asks) {
    const held = await deps.credits.heldOf(asks.map(({ account }) => account.id));
    return Promise.all(
      asks.map(async ({ account: { id } }) => {
        const { vault } = await deps.grants.count(id, deps.now());
        return { 'user.free_tokens_on_hold': held.get(id) ?? 0, 'user.vault_wheel': { spins: vault } };
      }),
    );
  },
});
