import type { AccountId, Clock } from '@klieg/kernel';
import type { Kit } from '../../platform/kit.ts';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { NewNotice, NotifyWithin } from '../notifications/index.ts';
import type { CaseKind, Standing } from './case-store.ts';
import type { OnboardingMailer } from './onboarding-mailer.ts';
import type { OnboardingMail } from './texts/mail-text.ts';

/**
 * Tells somebody the state of their verification: a notice, a mail, and their pages.
 * @returns tells the pages; call after the commit
 */
export type TellStanding = (
  within: Transaction,
  told: {
    readonly accountId: AccountId;
    readonly kind: CaseKind;
    readonly standing: Exclude<Standing, 'none' | 'pending'>;
    readonly note: string;
  },
) => Promise<() => void>;

/** Somebody's pages read their state again. */
export const makeSendStanding =
  ({ feed, clock }: Pick<Kit, 'feed'> & { readonly clock: Clock }) =>
  (accountId: AccountId, kind: CaseKind, standing: Standing): void =>
    feed.send(accountId, 'v3.account.update', {
      seq: clock.now(),
      part: kind === 'application' ? 'compliance' : 'identity',
      status: standing,
      at: clock.now(),
      due_at: undefined,
      case_id: undefined,
    });
export type SendStanding = ReturnType<typeof makeSendStanding>;

const messageOf = (kind: CaseKind, standing: Standing, note: string): OnboardingMail => {
  if (standing === 'expired') return { code: 'model_expired', params: {} };
  if (kind === 'application')
    return standing === 'approved'
      ? { code: 'model_approved', params: {} }
      : { code: 'model_rejected', params: { note } };
  return standing === 'approved'
    ? { code: 'identity_approved', params: {} }
    : { code: 'identity_rejected', params: { note } };
};

export const makeTellStanding =
  (deps: {
    readonly notifyWithin: NotifyWithin;
    readonly mails: Pick<OnboardingMailer, 'later'>;
    readonly sendStanding: SendStanding;
  }): TellStanding =>
  async (within, { accountId, kind, standing, note }) => {
    const message = messageOf(kind, standing, note);
    const url = kind === 'application' ? '/models/signup' : '/account/verify';
    await deps.mails.later(accountId, message, within);
    const tell = await deps.notifyWithin(within, accountId, {
      kind: 'review_result',
      url,
      ...message,
    } as NewNotice);
    return () => {
      tell();
      deps.sendStanding(accountId, kind, standing);
    };
  };
