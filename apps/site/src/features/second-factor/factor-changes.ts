import { randomBytes } from 'node:crypto';
import { type AccountId, AppError, type Clock, type Uuid } from '@klieg/kernel';
import type { Outbox } from '../../platform/events/index.ts';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { Account, IdentityCaller } from '../identity/index.ts';
import { type FactorChange, factorChanged } from './factor-changed.ts';
import type { PasskeyStore } from './passkey-store.ts';
import { hashOfRecoveryCode, makeRecoveryCodes } from './recovery-codes.ts';
import type { SecondFactorStore } from './second-factor-store.ts';
import type { SecretSeal } from './secret-seal.ts';
import { base32, findStep } from './totp.ts';

/** How long a new secret may wait for its first code. */
const SETUP_SECONDS = 10 * 60;
/** RFC 4226, section 4: 160 bits. */
const SECRET_BYTES = 20;

export type FactorChanges<C extends IdentityCaller> = ReturnType<typeof makeFactorChanges<C>>;

/**
 * Adds and removes factors. Other log-ins end with each such change: they may have got in with less than is now
 * required, or with what was lost.
 */
export function makeFactorChanges<C extends IdentityCaller>(deps: {
  readonly store: SecondFactorStore;
  readonly passkeyStore: PasskeyStore;
  readonly seal: SecretSeal;
  readonly recoveryKey: Uint8Array;
  readonly clock: Clock;
  readonly outbox: Pick<Outbox, 'add' | 'nudge'>;
  readonly endOthers: (caller: C, within: Transaction) => Promise<{ readonly announce: () => void }>;
}) {
  const { store } = deps;
  const makeCodes = async ({ id }: Account, within: Transaction): Promise<string[]> => {
    const codes = makeRecoveryCodes();
    const hashes = codes.map((code) => hashOfRecoveryCode(deps.recoveryKey, id, code));
    await store.setRecoveryCodes(id, hashes, within);
    return codes;
  };
  const tell = (accountId: AccountId, change: FactorChange, within: Transaction, name = '') =>
    deps.outbox.add(within, factorChanged, { accountId, change, name });
  /** Makes a change and ends the sessions elsewhere by the same transaction. */
  const change = async <T>(caller: C, run: (within: Transaction) => Promise<T>): Promise<T> => {
    const { made, ended } = await store.inTurnOf(caller.account!.id, async (within) => ({
      made: await run(within),
      ended: await deps.endOthers(caller, within),
    }));
    ended.announce();
    deps.outbox.nudge();
    return made;
  };
  return {
    /** A secret that becomes that of the account with its first code. @throws identity.two_factor_on */
    async begin({ id }: Account): Promise<{ readonly id: Uuid; readonly secret: string }> {
      if (await store.findSecret(id)) throw new AppError('identity.two_factor_on');
      const secret = randomBytes(SECRET_BYTES);
      return {
        id: await store.putSetup(id, deps.seal.seal(id, secret), SETUP_SECONDS),
        secret: base32(secret),
      };
    },
    /** Answers the recovery codes. @throws identity.two_factor_failed, identity.two_factor_on */
    async enable(caller: C, setupId: Uuid, code: string): Promise<string[]> {
      const account = caller.account!;
      if (await store.findSecret(account.id)) throw new AppError('identity.two_factor_on');
      const sealed = await store.findSetup(account.id, setupId);
      const secret = sealed && deps.seal.open(account.id, sealed);
      const step = secret && findStep(secret, code.replaceAll(/\s/gu, ''), deps.clock.now());
      if (step === undefined) throw new AppError('identity.two_factor_failed');
      return change(caller, async (within) => {
        if (!(await store.enable(account.id, setupId, step, within)))
          throw new AppError('identity.two_factor_on');
        await tell(account.id, 'app_added', within);
        return makeCodes(account, within);
      });
    },
    disable: (caller: C): Promise<boolean> =>
      change(caller, async (within) => {
        const { id } = caller.account!;
        const wasOn = await store.disable(id, within);
        if (wasOn) await tell(id, 'app_removed', within);
        return wasOn;
      }),
    /** New recovery codes in place of the old ones. @throws common.not_found where no second step is on */
    async renewCodes({ account }: C): Promise<string[]> {
      if (!(await store.findSecret(account!.id))) throw new AppError('common.not_found');
      const codes = await store.inTurnOf(account!.id, async (within) => {
        await tell(account!.id, 'codes_renewed', within);
        return makeCodes(account!, within);
      });
      deps.outbox.nudge();
      return codes;
    },
    /** @throws common.not_found */
    removePasskey: (caller: C, id: Uuid): Promise<void> =>
      change(caller, async (within) => {
        const { id: accountId } = caller.account!;
        const name = await deps.passkeyStore.remove(accountId, id, within);
        if (name === undefined) throw new AppError('common.not_found');
        await tell(accountId, 'passkey_removed', within, name);
      }),
  };
}
