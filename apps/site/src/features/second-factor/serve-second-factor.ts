import type { RateLimiter } from '../../platform/http/index.ts';
import type { Kit } from '../../platform/kit.ts';
import type { IdentityCaller, IdentityFeature } from '../identity/index.ts';
import type { SecondFactorFeature } from './compose.ts';
import { makeFactorHandlers } from './factor.http.ts';
import { makeLoginStepHandlers } from './login-step.http.ts';
import { makeFactorChanges } from './factor-changes.ts';
import { makePasskeyHandlers } from './passkey.http.ts';
import type { SessionUses } from './session-uses.ts';

/** The calls of the second step and of passkeys, when sessions are there. */
export function serveSecondFactor<C extends IdentityCaller>(
  { clock, outbox }: Pick<Kit, 'clock' | 'outbox'>,
  uses: SessionUses<C> & {
    readonly identity: Pick<IdentityFeature, 'accounts'>;
    readonly secondFactor: SecondFactorFeature;
    readonly rateLimiter: RateLimiter;
    readonly isGenerousToLoopback: boolean;
  },
) {
  const { secondFactor, identity } = uses;
  const { accounts } = identity;
  const changes = makeFactorChanges({ ...secondFactor, clock, outbox, endOthers: uses.endOthers });
  return {
    handlers: {
      ...makeLoginStepHandlers<C>({ ...uses, ...secondFactor, accounts, clock }),
      ...makeFactorHandlers<C>({ ...uses, ...secondFactor, changes }),
      ...makePasskeyHandlers<C>({ ...uses, ...secondFactor, changes }),
    },
  };
}
