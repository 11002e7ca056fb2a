import type { Gender } from '@klieg/contract';
import { AppError, type Clock } from '@klieg/kernel';
import type { Outbox } from '../../platform/events/index.ts';
import { accountMade } from './account-made.ts';
import type { AccountStore } from './account-store.ts';
import type { AcceptedText, Account } from './account.ts';
import { isOfAge } from './age-rules.ts';
import type { JoiningShare } from './joining-share.ts';
import { hashPassword, type IsWeakPassword } from './password.ts';
import { refuseUsername } from './username-rules.ts';
import type { UsernameStore } from './username-store.ts';

export interface Registration {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly birth_date: string;
  readonly gender: Gender;
  readonly type: 'model' | 'other';
}

/** What else is known of whoever joins. */
export interface JoiningVisit {
  readonly countryCode: string | null;
  /** The key of the guest who they were. */
  readonly visitor: string;
  readonly wantsNews: boolean;
}

/**
 * Makes an account. What follows from it is written with it, or read from its fact, so that no crash loses it. Whether the address is known elsewhere is not revealed: an address is unique only
 * among confirmed accounts.
 * @throws identity.username_refused, identity.username_taken, identity.under_age, identity.password_weak
 */
export const makeRegisterAccount =
  (deps: {
    readonly accounts: Pick<AccountStore, 'create'>;
    readonly usernames: Pick<UsernameStore, 'isTaken'>;
    readonly outbox: Pick<Outbox, 'add' | 'nudge'>;
    readonly isWeakPassword: IsWeakPassword;
    readonly clock: Clock;
    /** What the form asks everybody to accept, as it reads now. */
    readonly accepted: readonly AcceptedText[];
    readonly joiningShares: readonly JoiningShare[];
  }) =>
  async (form: Registration, { countryCode, visitor, wantsNews }: JoiningVisit): Promise<Account> => {
    if (refuseUsername(form.username)) throw new AppError('identity.username_refused');
    if (!isOfAge(form.birth_date, deps.clock.now())) throw new AppError('identity.under_age');
    if (await deps.isWeakPassword(form.password, form.username, form.email))
      throw new AppError('identity.password_weak');
    if (await deps.usernames.isTaken(form.username)) throw new AppError('identity.username_taken');
    const account = {
      username: form.username,
      displayName: form.username,
      email: form.email,
      passwordHash: await hashPassword(form.password),
      gender: form.gender,
      type: form.type,
      birthDate: form.birth_date,
      countryCode,
      accepted: deps.accepted,
    };
    const made = await deps.accounts.create(account, async ({ id, type }, transaction) => {
      const newcomer = { accountId: id, email: form.email, visitor };
      for (const write of deps.joiningShares) await write(newcomer, transaction);
      await deps.outbox.add(transaction, accountMade, { accountId: id, type, visitor, wantsNews });
    });
    deps.outbox.nudge();
    return made;
  };
