import type { JobQueue } from '../../platform/jobs/index.ts';
import type { Mail, Mailer } from '../../platform/mail/index.ts';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { CaseStore } from './case-store.ts';

/** Mails about cases: kept as jobs with the case itself, and sent until the mail server takes them. */
export interface CaseMailer {
  send(mail: Mail, within: Transaction): Promise<void>;
  /** As `send`, but with a daily limit of confirmations per address. */
  confirm(mail: Mail, within: Transaction): Promise<void>;
  /** Sends what waits. */
  work(): Promise<void>;
}

const JOB = 'case-mail';

export function makeCaseMailer(deps: {
  readonly jobs: Pick<JobQueue, 'expect' | 'enqueue' | 'work'>;
  readonly mailer: Mailer;
  readonly cases: Pick<CaseStore, 'claimConfirmation'>;
}): CaseMailer {
  deps.jobs.expect(JOB);
  const send = (mail: Mail, within: Transaction) => deps.jobs.enqueue(JOB, mail, { within });
  return {
    send,
    async confirm(mail, within) {
      if (await deps.cases.claimConfirmation(mail.to, within)) await send(mail, within);
    },
    work: () => deps.jobs.work<Mail>(JOB, (mail) => deps.mailer.send(mail)),
  };
}
