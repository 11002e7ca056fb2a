import { type AccountId, AppError, type Clock } from '@klieg/kernel';
import { DAY_MS } from '@klieg/kernel/time';
import type { PhoneStore } from '../identity/index.ts';
import {
  CODE_MS,
  CODE_TRIES,
  codeOf,
  CODES_TO_NUMBER_A_DAY,
  isSameCode,
  secondsToNextCode,
} from './code-rules.ts';
import type { PhoneCodeStore } from './phone-code-store.ts';
import type { TextJobs } from './text-jobs.ts';

export interface ConfirmPhoneDeps {
  readonly codes: PhoneCodeStore;
  readonly phones: PhoneStore;
  readonly texts: Pick<TextJobs, 'sendCode'>;
  readonly codeKey: Uint8Array;
  readonly clock: Clock;
}

/** Sends a code to the number that the account has saved; it replaces the one before. */
export const makeSendPhoneCode =
  ({ codes, phones, texts, clock }: ConfirmPhoneDeps) =>
  /** @throws common.not_found where no number is saved, common.rate_limited */
  (accountId: AccountId): Promise<void> =>
    codes.inTurnOf(accountId, async (within) => {
      const nowMs = clock.now();
      const aDayAgo = new Date(nowMs - DAY_MS);
      const phone = await phones.find(accountId, within);
      if (!phone) throw new AppError('common.not_found');
      const { number } = phone;
      const times = await codes.listTimes(accountId, aDayAgo, within);
      const seconds = secondsToNextCode(
        times.map((at) => at.getTime()),
        nowMs,
      );
      if (seconds > 0)
        throw new AppError('common.rate_limited', { params: { retry_after_seconds: seconds } });

      const isFull = (await codes.countToNumber(number, aDayAgo, within)) >= CODES_TO_NUMBER_A_DAY;
      const [askedAt, expiresAt] = [new Date(nowMs), new Date(nowMs + CODE_MS)];
      const id = await codes.add({ accountId, number, tries: CODE_TRIES, askedAt, expiresAt }, within);
      if (!isFull) await texts.sendCode(id, within);
    });

/** Confirms the number by the code that was sent there. */
export const makeConfirmPhone =
  ({ codes, phones, codeKey, clock }: ConfirmPhoneDeps) =>
  /** @throws identity.two_factor_failed, the same for each reason */
  async (accountId: AccountId, given: string): Promise<void> => {
    const at = new Date(clock.now());
    // Counted by a statement of its own, which stays when the code is refused.
    const code = await codes.countTry(accountId, at);
    if (!code || !isSameCode(codeOf(codeKey, code), given)) throw new AppError('identity.two_factor_failed');
    const isConfirmed = await codes.inTurnOf(
      accountId,
      async (within) =>
        (await codes.take(code.id, at, within)) && phones.confirm(accountId, code.number, at, within),
    );
    if (!isConfirmed) throw new AppError('identity.two_factor_failed');
  };
