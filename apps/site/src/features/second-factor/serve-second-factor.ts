import type { AccountId } from '@klieg/kernel';
import type { CallContext, RateLimiter } from '../../platform/http/index.ts';
import type { Kit } from '../../platform/kit.ts';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { Account, IdentityCaller, IdentityFeature } from '../identity/index.ts';
import type { SecondFactorFeature } from './compose.ts';
import { makeFactorHandlers } from './factor.http.ts';
import { makeLoginStepHandlers } from './login-step.http.ts';
import { makeFactorChanges } from './factor-changes.ts';
import { makePasskeyHandlers } from './passkey.http.ts';

/** What sessions do for it, which stand above. */
export interface SessionUses<C extends IdentityCaller> {
  /** Opens a session and sets its cookie; answers the new CSRF token. @throws identity.bad_credentials */
  readonly openSession: (
    account: Account,
    context: CallContext<C>,
    remember: boolean,
    provenHash?: string,
  ) => Promise<string>;
  /** Ends every session of an account but one; `announce` tells their sockets, after the transaction. */
  readonly endOthers: (caller: C, within: Transaction) => Promise<{ readonly announce: () => void }>;
  /** A browser that has logged in to the account before. */
  readonly isKnownBrowser: (caller: C, accountId: AccountId) => boolean;
  readonly siteNameOf: (caller: C) => string;
}

/** The calls of the second step and of passkeys, when sessions are there. */
export function serveSecondFactor<C extends IdentityCaller>(
  { clock }: Pick<Kit, 'clock'>,
  uses: SessionUses<C> & {
    readonly identity: Pick<IdentityFeature, 'accounts'>;
    readonly secondFactor: SecondFactorFeature;
    readonly rateLimiter: RateLimiter;
    readonly isGenerousToLoopback: boolean;
  },
) {
  const { secondFactor, identity } = uses;
  const { accounts } = identity;
  const changes = makeFactorChanges({ ...secondFactor, clock, endOthers: uses.endOthers });
  return {
    handlers: {
      ...makeLoginStepHandlers<C>({ ...uses, ...secondFactor, accounts, clock }),
      ...makeFactorHandlers<C>({ ...uses, ...secondFactor, changes }),
      ...makePasskeyHandlers<C>({ ...uses, ...secondFactor, changes }),
    },
  };
}
