import { type AccountId, AppError, type Clock } from '@klieg/kernel';
import type { Conditions } from '../../platform/http/index.ts';
import type { SiteCaller } from './caller.ts';

/** What needs a password, code or passkey that was given lately. @throws common.sudo_required */
export const makeSudoCondition = (
  clock: Clock,
  methodsOf: (accountId: AccountId) => Promise<readonly string[]>,
): Conditions<'sudo', SiteCaller> => ({
  async sudo({ sudoUntil, account }) {
    if (sudoUntil > clock.now()) return;
    const methods = account ? await methodsOf(account.id) : [];
    throw new AppError('common.sudo_required', { params: { methods: [...methods] } });
  },
});
