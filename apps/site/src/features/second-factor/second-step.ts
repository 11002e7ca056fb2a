import { type AccountId, AppError, toInstant, type Uuid } from '@klieg/kernel';
import type { PasskeyProof } from '@klieg/contract';
import type { CheckCode } from './check-code.ts';
import { kindOfCode } from './check-code.ts';
import type { LoginChallenge, LoginChallengeStore } from './login-challenge-store.ts';
import type { Passkeys } from './passkeys.ts';
import type { OwnFactors, SecondFactorStore } from './second-factor-store.ts';

/** How long the second step of a log-in may take, and how many tries it has. */
export const STEP_SECONDS = 5 * 60;
export const STEP_TRIES = 5;

/** What a log-in answers that needs a second step. */
export interface OpenStep {
  readonly challenge_id: Uuid;
  readonly methods: ('totp' | 'passkey' | 'recovery')[];
  readonly expires_at: string;
}

/** What somebody shows instead of, or besides, a password. */
export interface Proof {
  readonly code?: string | undefined;
  readonly passkey?: PasskeyProof | undefined;
}

/** The person who shows it. */
export interface Prover {
  /** Key of the guest or account by whose cookie it comes. */
  readonly visitor: string;
  /** A browser that has logged in to the account before. */
  readonly isKnown: (accountId: AccountId) => boolean;
}

const methodsOf = (own: OwnFactors): OpenStep['methods'] => [
  'totp',
  ...(own.hasPasskey ? (['passkey'] as const) : []),
  ...(own.recoveryCodesLeft > 0 ? (['recovery'] as const) : []),
];

/** The second step of a log-in, and other things a code or passkey gives access to. */
export type SecondStep = ReturnType<typeof makeSecondStep>;

export function makeSecondStep(deps: {
  readonly store: Pick<SecondFactorStore, 'listFactors'>;
  readonly challenges: LoginChallengeStore;
  readonly passkeys: Passkeys;
  readonly checkCode: CheckCode;
}) {
  /** @throws identity.locked */
  const isProven = async (accountId: AccountId, { code, passkey }: Proof, by: Prover): Promise<boolean> => {
    if (passkey) return (await deps.passkeys.accountOf(passkey, by.visitor)) === accountId;
    return code !== undefined && deps.checkCode({ accountId, code, isKnown: by.isKnown(accountId) });
  };
  return {
    isProven,
    /** After a right password: undefined where that is enough. */
    async begin(
      login: Omit<LoginChallenge, 'id'> & { readonly visitor: string },
    ): Promise<OpenStep | undefined> {
      const [own] = await deps.store.listFactors([login.accountId]);
      if (!own?.hasApp) return undefined;
      const limits = { seconds: STEP_SECONDS, tries: STEP_TRIES };
      const { id, expiresAt } = await deps.challenges.open(login, limits);
      return { challenge_id: id, methods: methodsOf(own), expires_at: toInstant(expiresAt) };
    },
    /**
     * The log-in that may now be completed.
     * @throws identity.challenge_expired, identity.two_factor_failed, identity.locked
     */
    async pass(
      id: Uuid,
      method: 'totp' | 'passkey' | 'recovery',
      proof: Proof,
      by: Prover,
    ): Promise<LoginChallenge> {
      const challenge = await deps.challenges.countTry(id, by.visitor);
      if (!challenge) throw new AppError('identity.challenge_expired');
      const shown = method === 'passkey' ? { passkey: proof.passkey } : { code: proof.code };
      const isOfMethod = shown.code === undefined || kindOfCode(shown.code) === method;
      if (!isOfMethod || !(await isProven(challenge.accountId, shown, by)))
        throw new AppError('identity.two_factor_failed');
      // If two show a valid proof at the same moment only one gets in.
      if (!(await deps.challenges.take(id))) throw new AppError('identity.challenge_expired');
      return challenge;
    },
  };
}
