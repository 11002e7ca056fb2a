import { AppError, type Clock } from '@klieg/kernel';
import type { Conditions } from '../../platform/http/index.ts';
import type { SiteCaller } from './caller.ts';

/** What needs a password that was given lately. @throws common.sudo_required */
export const makeSudoCondition = (clock: Clock): Conditions<'sudo', SiteCaller> => ({
  sudo({ sudoUntil }) {
    if (sudoUntil > clock.now()) return;
    throw new AppError('common.sudo_required', { params: { methods: ['password'] } });
  },
});
