import type { AccountId } from '@klieg/kernel';
import { MINUTE_MS } from '@klieg/kernel/time';
import type { Chore, Kit } from '../../platform/kit.ts';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { MePart } from '../identity/index.ts';
import { makeCheckCode } from './check-code.ts';
import { makeLoginChallengeStore } from './login-challenge-store.ts';
import { makePasskeys } from './passkeys.ts';
import { makePasskeyStore } from './passkey-store.ts';
import { makeSecondFactorStore } from './second-factor-store.ts';
import { makeSecondStep } from './second-step.ts';
import { makeSecretSeal } from './secret-seal.ts';

export type SecondFactorFeature = ReturnType<typeof composeSecondFactor>;

/** Proofs of identity besides the password. `serveSecondFactor` serves its calls. */
export function composeSecondFactor(
  kit: Pick<Kit, 'database' | 'clock' | 'secretOf' | 'outbox'>,
  uses: { readonly publicUrl: string; readonly ownOrigins: ReadonlySet<string> },
) {
  const store = makeSecondFactorStore(kit.database);
  const challenges = makeLoginChallengeStore(kit.database);
  const passkeyStore = makePasskeyStore(kit.database);
  const seal = makeSecretSeal(kit.secretOf('authenticator-apps'));
  const recoveryKey = kit.secretOf('recovery-codes');
  const checkCode = makeCheckCode({ store, seal, recoveryKey, clock: kit.clock });
  const passkeys = makePasskeys({
    store: passkeyStore,
    key: kit.secretOf('passkeys'),
    host: new URL(uses.publicUrl).hostname,
    origins: uses.ownOrigins,
    inTurnOf: store.inTurnOf,
    outbox: kit.outbox,
  });
  const mePart: MePart<'user.has_2faEnabled' | 'user.two_factor_auth_type'> = {
    empty: { 'user.has_2faEnabled': false, 'user.two_factor_auth_type': null },
    async read(asks) {
      const own = await store.listFactors(asks.map(({ account }) => account.id));
      const withApp = new Set(own.filter(({ hasApp }) => hasApp).map(({ accountId }) => accountId));
      return asks.map(({ account }) => ({
        'user.has_2faEnabled': withApp.has(account.id),
        'user.two_factor_auth_type': withApp.has(account.id) ? 'totp' : null,
      }));
    },
  };
  const prune = async () => {
    for (const table of [store, challenges, passkeyStore]) await table.prune();
  };
  const chores: readonly Chore[] = [
    { failure: 'old second steps could not be dropped', everyMs: 10 * MINUTE_MS, on: 'one', run: prune },
  ];
  return {
    store,
    passkeyStore,
    passkeys,
    seal,
    recoveryKey,
    /** The names of an account's login passkeys, oldest first. */
    passkeyNamesOf: async (accountId: AccountId): Promise<string[]> =>
      (await passkeyStore.listOf(accountId)).map(({ name }) => name),
    secondStep: makeSecondStep({ store, challenges, passkeys, checkCode }),
    /** Whether a log-in to the account needs a second step. */
    isOn: async (accountId: AccountId): Promise<boolean> => (await store.findSecret(accountId)) !== undefined,
    /** Ways in which an account can prove its identity again. */
    async sudoMethodsOf(accountId: AccountId): Promise<('password' | 'code' | 'passkey')[]> {
      const [own] = await store.listFactors([accountId]);
      const further = [own?.hasApp && ('code' as const), own?.hasPasskey && ('passkey' as const)];
      return ['password', ...further.filter((method) => method !== false && method !== undefined)];
    },
    /**
     * For an owner who takes the account back from an intruder: passkeys log in like the password, so they end with it.
     * An earlier app stays, since the mail alone must not get around it.
     */
    async takeBack(accountId: AccountId, since: Date, within: Transaction): Promise<void> {
      await passkeyStore.removeAll(accountId, within);
      await store.disableSince(accountId, since, within);
    },
    mePart,
    chores,
  };
}
