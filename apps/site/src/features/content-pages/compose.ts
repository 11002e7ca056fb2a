import { DAY_MS } from '@klieg/kernel/time';
import type { Caller } from '../../platform/http/index.ts';
import type { JobQueue } from '../../platform/jobs/index.ts';
import type { Chore, Kit } from '../../platform/kit.ts';
import type { Mailer } from '../../platform/mail/index.ts';
import { makeCaseMailer } from './case-mailer.ts';
import { makeCaseStore } from './case-store.ts';
import { makeContentPagesHandlers } from './content-pages.http.ts';
import { makeFileComplaint } from './file-complaint.ts';
import { makeOpenInnerThread, makeOpenSupportThread, type Sender } from './open-support-thread.ts';
import type { Operator } from './operator-settings.ts';
import { makeContentTexts } from './present-texts.ts';
import { operatorFields } from './texts/operator-fields.ts';
import { readTexts } from './texts/read-texts.ts';

/** Legal texts accepted at registration. */
const ACCEPTED = ['terms', 'privacy'] as const;

/** The house's texts, answers to questions, and the forms for help and complaints. */
export function composeContentPages<C extends Caller & Sender>(
  { clock, database, outbox }: Pick<Kit, 'clock' | 'database' | 'outbox'>,
  uses: {
    readonly jobs: JobQueue;
    readonly mailer: Mailer;
    readonly operator: Operator;
    readonly ownOrigins: ReadonlySet<string>;
    /** Where requests and complaints are mailed. */
    readonly supportEmail: string;
  },
) {
  const { jobs, mailer, operator, ownOrigins, supportEmail } = uses;
  const texts = makeContentTexts({
    ...readTexts(),
    fields: operatorFields(operator, supportEmail),
    textsSince: operator.textsSince,
  });
  const cases = makeCaseStore(database);
  const mails = makeCaseMailer({ jobs, mailer, cases });
  const openSupportThread = makeOpenSupportThread({ cases, mails, supportEmail });
  const chores: readonly Chore[] = [
    {
      failure: 'old confirmations could not be dropped',
      everyMs: DAY_MS,
      on: 'one',
      run: cases.pruneConfirmations,
    },
  ];
  return {
    texts,
    /** Texts accepted at registration, in their current version. */
    accepted: ACCEPTED.map(texts.versionOf),
    chores,
    /** Keeps a request for help and mails it to the operator. */
    openSupportThread,
    openInnerThread: makeOpenInnerThread({ cases, mails, supportEmail }),
    work: mails.work,
    handlers: makeContentPagesHandlers<C>({
      texts,
      openSupportThread,
      fileComplaint: makeFileComplaint({ cases, mails, supportEmail, ownOrigins, clock, outbox }),
    }),
  };
}
