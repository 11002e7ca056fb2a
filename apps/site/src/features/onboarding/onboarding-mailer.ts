import type { Locale } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';
import type { JobQueue } from '../../platform/jobs/index.ts';
import type { Mailer } from '../../platform/mail/index.ts';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { Sites } from '../brand/index.ts';
import type { AccountStore } from '../identity/index.ts';
import { german } from './texts/de.ts';
import { english } from './texts/en.ts';
import type { MailTexts, OnboardingMail } from './texts/mail-text.ts';

/** Mails to people about the state of their verification. */
export interface OnboardingMailer {
  /** Queues a mail together with what made it necessary. */
  later(to: AccountId, mail: OnboardingMail, within: Transaction): Promise<void>;
  /** Writes and sends what waits; for nodes with the role. */
  work(): Promise<void>;
}

const JOB = 'onboarding-mail';
/** Languages beside English. */
const LANGUAGES: Readonly<Partial<Record<Locale, MailTexts>>> = { de: german };
type Job = OnboardingMail & { readonly accountId: AccountId };

const pathOf = ({ code }: OnboardingMail): string => {
  if (code === 'model_approved') return '/broadcast';
  return code.startsWith('model') ? '/models/signup' : '/account/verify';
};

export function makeOnboardingMailer(deps: {
  readonly accounts: Pick<AccountStore, 'findById'>;
  readonly jobs: JobQueue;
  readonly mailer: Mailer;
  readonly siteOfAccount: Sites['siteOfAccount'];
}): OnboardingMailer {
  deps.jobs.expect(JOB);
  return {
    later: (accountId, mail, within) => deps.jobs.enqueue(JOB, { ...mail, accountId }, { within }),
    work: () =>
      deps.jobs.work<Job>(JOB, async ({ accountId, ...mail }) => {
        const account = await deps.accounts.findById(accountId);
        // An unconfirmed address may belong to somebody else, whom this does not concern.
        if (!account?.emailConfirmed || account.email === '') return;
        const { locale, publicUrl } = deps.siteOfAccount(account);
        const { subject, text } = (LANGUAGES[locale] ?? english)[mail.code];
        const words: Readonly<Record<string, string>> = {
          ...mail.params,
          username: account.username,
          url: `${publicUrl}${pathOf(mail)}`,
        };
        await deps.mailer.send({
          to: account.email,
          subject,
          text: text.replace(/\{(\w+)\}/g, (_, name: string) => words[name] ?? ''),
        });
      }),
  };
}
