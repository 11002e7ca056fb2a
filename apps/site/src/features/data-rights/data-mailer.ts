import type { Locale } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';
import type { JobQueue } from '../../platform/jobs/index.ts';
import type { Mailer } from '../../platform/mail/index.ts';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { Sites } from '../brand/index.ts';
import type { AccountStore } from '../identity/index.ts';
import { german } from './texts/de.ts';
import { english } from './texts/en.ts';
import type { DataMail, DataTexts } from './texts/mail-text.ts';

export interface DataMailer {
  /** Queues a mail together with what made it necessary. */
  later(to: AccountId, mail: DataMail, within: Transaction): Promise<void>;
  /** For the last one, after which nobody is there to be mailed. */
  now(to: AccountId, mail: DataMail): Promise<void>;
  work(): Promise<void>;
}

const JOB = 'data-rights-mail';
const LANGUAGES: Readonly<Partial<Record<Locale, DataTexts>>> = { de: german };
/** The settings page that shows both. */
const PATH = '/account/settings/profile';

const wordsOf = (mail: DataMail, texts: DataTexts, locale: string): Readonly<Record<string, string>> => {
  if (mail.code === 'deletion_held') return { why: texts.holds[mail.hold] };
  if (mail.code !== 'deletion_asked') return {};
  const day = new Date(mail.day).toLocaleDateString(locale, { dateStyle: 'long', timeZone: 'UTC' });
  return { day };
};

export function makeDataMailer(deps: {
  readonly accounts: Pick<AccountStore, 'findById'>;
  readonly jobs: JobQueue;
  readonly mailer: Mailer;
  readonly siteOfAccount: Sites['siteOfAccount'];
}): DataMailer {
  deps.jobs.expect(JOB);
  const now = async (to: AccountId, mail: DataMail): Promise<void> => {
    const account = await deps.accounts.findById(to);
    // An unconfirmed address may belong to somebody else, whom this does not concern.
    if (!account?.emailConfirmed || account.email === '') return;
    const { locale, publicUrl } = deps.siteOfAccount(account);
    const texts = LANGUAGES[locale] ?? english;
    const { subject, text } = texts.mails[mail.code];
    const words: Readonly<Record<string, string>> = {
      ...wordsOf(mail, texts, locale),
      username: account.username,
      url: `${publicUrl}${PATH}`,
    };
    await deps.mailer.send({
      to: account.email,
      subject,
      text: text.replace(/\{(\w+)\}/g, (_, name: string) => words[name] ?? ''),
    });
  };
  return {
    now,
    later: (accountId, mail, within) => deps.jobs.enqueue(JOB, { accountId, mail }, { within }),
    work: () =>
      deps.jobs.work<{ readonly accountId: AccountId; readonly mail: DataMail }>(JOB, ({ accountId, mail }) =>
        now(accountId, mail),
      ),
  };
}
