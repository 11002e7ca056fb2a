import type { callsByFeature } from '@klieg/contract';
import { type AccountId, AppError } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import { type PhoneStore, shownPhone } from '../identity/index.ts';
import type { SiteCaller } from '../sessions/index.ts';

/** The calls about the caller's own phone number. */
export function makePhonesHandlers(deps: {
  readonly phones: Pick<PhoneStore, 'find'>;
  /** Text messages can be sent. */
  readonly isOpen: boolean;
  readonly sendPhoneCode: (accountId: AccountId) => Promise<void>;
  readonly confirmPhone: (accountId: AccountId, code: string) => Promise<void>;
}): Handlers<(typeof callsByFeature)['phones'], SiteCaller> {
  const assertOpen = (): void => {
    if (!deps.isOpen) throw new AppError('identity.sms_unavailable');
  };
  return {
    async getPhone(_input, { caller }) {
      const phone = await deps.phones.find(caller.account!.id);
      return {
        user_phone_number: phone ? shownPhone(phone.number) : null,
        phone_confirmed: phone?.isConfirmed ?? false,
      };
    },
    async sendPhoneCode(_input, { caller }) {
      assertOpen();
      await deps.sendPhoneCode(caller.account!.id);
      return { status: 1 };
    },
    async confirmPhone({ body }, { caller }) {
      assertOpen();
      await deps.confirmPhone(caller.account!.id, body.code);
      return { status: 1, phone_confirmed: true };
    },
  };
}
