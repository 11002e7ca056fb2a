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

/** Mails to people about how their identity stands. */
export interface OnboardingMailer {
  /** Keeps that somebody is to be mailed, with what made it true. */
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
        // An address that nobody has confirmed may be somebody else's, whom this is no business of.
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
