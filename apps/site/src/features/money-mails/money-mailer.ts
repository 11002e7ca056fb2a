import type { AccountId } from '@klieg/kernel';
import type { JobQueue } from '../../platform/jobs/index.ts';
import type { Mailer } from '../../platform/mail/index.ts';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { Sites } from '../brand/index.ts';
import type { AccountStore } from '../identity/index.ts';
import type { MoneyMail } from './texts/mail-text.ts';
import { writeMoneyMail } from './texts/write-money-mail.ts';

/** Mails to people about their money. */
export interface MoneyMailer {
  /** Queues a mail together with what made it necessary: however often that is checked, it is one mail. */
  later(to: AccountId, mail: MoneyMail, within: Transaction): Promise<void>;
  /** Writes and sends what waits; for nodes with the role. */
  work(): Promise<void>;
}

const JOB = 'money-mails';
const PAGE = '/account/tokens';

type Job = MoneyMail & { readonly accountId: AccountId };

export function makeMoneyMailer(deps: {
  readonly accounts: Pick<AccountStore, 'findById'>;
  readonly jobs: JobQueue;
  readonly mailer: Mailer;
  readonly siteOfAccount: Sites['siteOfAccount'];
}): MoneyMailer {
  deps.jobs.expect(JOB);
  return {
    later: (accountId, mail, within) => deps.jobs.enqueue(JOB, { ...mail, accountId }, { within }),
    work: () =>
      deps.jobs.work<Job>(JOB, async ({ accountId, ...mail }) => {
        const account = await deps.accounts.findById(accountId);
        // An unconfirmed address may be somebody else's, whom this money does not concern.
        if (!account?.emailConfirmed || account.email === '') return;
        const { locale, publicUrl } = deps.siteOfAccount(account);
        const { username, email } = account;
        await deps.mailer.send({
          to: email,
          ...writeMoneyMail(mail, { locale, username, url: `${publicUrl}${PAGE}` }),
        });
      }),
  };
}
