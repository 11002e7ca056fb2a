import type { JobQueue } from '../../platform/jobs/index.ts';
import type { Kit } from '../../platform/kit.ts';
import type { Mail, Mailer } from '../../platform/mail/index.ts';
import type { AuditFeature } from '../audit/index.ts';
import type { NotificationsFeature } from '../notifications/index.ts';
import { makeSupportHandlers } from './support.http.ts';
import { makeSupportDeskHandlers } from './support-desk.http.ts';
import { makeSupportStore } from './support-store.ts';

const JOB = 'support-mail';

/** Conversations of people with support, and where staff answers them. They begin in the pages of text. */
export function composeSupport(
  { database }: Pick<Kit, 'database'>,
  uses: {
    readonly audit: Pick<AuditFeature, 'auditLog'>;
    readonly notifications: Pick<NotificationsFeature, 'notifyWithin'>;
    readonly jobs: JobQueue;
    readonly mailer: Mailer;
  },
) {
  const { jobs, mailer } = uses;
  const store = makeSupportStore(database);
  jobs.expect(JOB);
  return {
    work: () => jobs.work<Mail>(JOB, (mail) => mailer.send(mail)),
    handlers: {
      ...makeSupportHandlers({ store, database }),
      ...makeSupportDeskHandlers({
        store,
        database,
        auditLog: uses.audit.auditLog,
        sendMail: (mail, within) => jobs.enqueue(JOB, mail, { within }),
        notifyWithin: uses.notifications.notifyWithin,
      }),
    },
  };
}
