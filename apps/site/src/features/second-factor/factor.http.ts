import type { callsByFeature } from '@klieg/contract';
import { AppError, toInstant, type Uuid } from '@klieg/kernel';
import type { Handlers, RateLimiter } from '../../platform/http/index.ts';
import type { IdentityCaller } from '../identity/index.ts';
import { isStaff } from '../permissions/index.ts';
import type { FactorChanges } from './factor-changes.ts';
import type { PasskeyStore } from './passkey-store.ts';
import type { SecondFactorStore } from './second-factor-store.ts';
import type { SecondStep } from './second-step.ts';
import type { SessionUses } from './session-uses.ts';
import { otpauthUrl } from './totp.ts';

type Calls = (typeof callsByFeature)['second-factor'];
type FactorCalls = Pick<
  Calls,
  'getTwoFactor' | 'setUpTwoFactor' | 'enableTwoFactor' | 'disableTwoFactor' | 'renewRecoveryCodes'
>;

/** The caller's own second step. */
export function makeFactorHandlers<C extends IdentityCaller>(
  deps: Pick<SessionUses<C>, 'isKnownBrowser' | 'siteNameOf'> & {
    readonly store: SecondFactorStore;
    readonly passkeyStore: PasskeyStore;
    readonly secondStep: SecondStep;
    readonly changes: FactorChanges<C>;
    readonly rateLimiter: RateLimiter;
    readonly isGenerousToLoopback: boolean;
  },
): Handlers<FactorCalls, C> {
  return {
    async getTwoFactor(_input, { caller }) {
      const { id } = caller.account!;
      const [own] = await deps.store.listFactors([id]);
      const passkeys = await deps.passkeyStore.listOf(id);
      return {
        enabled: own!.hasApp,
        two_factor_auth_type: own!.hasApp ? 'totp' : null,
        passkeys: passkeys.map((passkey) => ({
          id: passkey.id,
          name: passkey.name,
          created_at: toInstant(passkey.createdAt),
          last_used_at: passkey.lastUsedAt && toInstant(passkey.lastUsedAt),
        })),
        recovery_codes_left: own!.recoveryCodesLeft,
      };
    },
    async setUpTwoFactor(_input, { caller }) {
      const account = caller.account!;
      const { id, secret } = await deps.changes.begin(account);
      const url = otpauthUrl(deps.siteNameOf(caller), account.username, secret);
      return { setup_id: id, secret, otpauth_url: url };
    },
    async enableTwoFactor({ body }, { caller }) {
      const codes = await deps.changes.enable(caller, body.setup_id as Uuid, body.code);
      return { status: 1, recovery_codes: codes };
    },
    async disableTwoFactor({ body }, { caller }) {
      const account = caller.account!;
      if (isStaff({ account })) throw new AppError('identity.two_factor_required_by_role');
      const isGenerous = deps.isGenerousToLoopback && caller.isLoopback;
      const { isAllowed } = await deps.rateLimiter.take('auth', `sudo:${account.id}`, isGenerous);
      if (!isAllowed) throw new AppError('common.rate_limited');
      const isProven = await deps.secondStep.isProven(account.id, body, {
        visitor: caller.key,
        isKnown: (id) => deps.isKnownBrowser(caller, id),
      });
      if (!isProven) throw new AppError('identity.two_factor_failed');
      await deps.changes.disable(caller);
      return { status: 1 };
    },
    renewRecoveryCodes: async (_input, { caller }) => ({
      recovery_codes: await deps.changes.renewCodes(caller),
    }),
  };
}
