import type { AccountId } from '@klieg/kernel';
import { DAY_MS } from '@klieg/kernel/time';
import type { Chore, Kit } from '../../platform/kit.ts';
import type { IdentityFeature, MePart } from '../identity/index.ts';
import type { SecondFactorFeature } from '../second-factor/index.ts';
import { announceSessionEnded, type SessionsFeature } from '../sessions/index.ts';
import { makeLinkedAccountConditions } from './conditions.ts';
import { makeLinkAccount } from './link-account.ts';
import { makeLinkedAccountStore } from './linked-account-store.ts';
import { makeLinkedAccountsHandlers } from './linked-accounts.http.ts';

export type LinkedAccountsFeature = ReturnType<typeof composeLinkedAccounts>;

/** Several accounts of one person, who switches between them without a password. */
export function composeLinkedAccounts(
  { database, bus, clock }: Pick<Kit, 'database' | 'bus' | 'clock'>,
  uses: {
    readonly identity: Pick<IdentityFeature, 'accounts' | 'findNamed'>;
    readonly sessions: SessionsFeature;
    readonly secondFactor: SecondFactorFeature;
  },
) {
  const store = makeLinkedAccountStore(database);
  const mePart: MePart<'linkedAccounts'> = {
    empty: { linkedAccounts: [] },
    async read(asks) {
      const linked = await store.listOf(asks.map(({ account }) => account.id));
      return asks.map(({ account }) => ({
        linkedAccounts: (linked.get(account.id) ?? []).map(({ id, username }) => ({ id, username })),
      }));
    },
  };
  const chores: readonly Chore[] = [
    { failure: 'ended links could not be dropped', everyMs: DAY_MS, on: 'one', run: store.prune },
  ];
  return {
    mePart,
    isLinked: store.isLinked,
    /** User names of the accounts that somebody is linked with. */
    namesOf: async (id: AccountId) =>
      ((await store.listOf([id])).get(id) ?? []).map(({ username }) => username),
    conditions: makeLinkedAccountConditions(uses.identity, store),
    chores,
    handlers: makeLinkedAccountsHandlers({
      accounts: uses.identity.accounts,
      store,
      linkAccount: makeLinkAccount({ store, ...uses }),
      logins: uses.sessions.logins,
      announce: (ended) => announceSessionEnded(bus, ended),
      clock,
    }),
  };
}
