import type { AccountId, Uuid } from '@klieg/kernel';
import type { JobQueue } from '../../platform/jobs/index.ts';
import type { Mailer } from '../../platform/mail/index.ts';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { Sites } from '../brand/index.ts';
import type { ChoosableMails } from '../email-subscription/index.ts';
import type { AccountStore } from '../identity/index.ts';
import { writeReminderMail } from './reminder-mail.ts';
import { nextStart } from './schedule-rules.ts';
import type { ScheduleStore } from './schedule-store.ts';
import { clockAt } from '../../platform/zoned-time.ts';

const JOB = 'stream-reminders';

interface Job {
  readonly accountId: AccountId;
  readonly streamId: Uuid;
  /** Unix milliseconds. */
  readonly startsAt: number;
}

/** The mails of reminders: kept with the reminder, sent until the stream begins. */
export interface MailReminders {
  later(job: Job, within: Transaction): Promise<void>;
  /** Writes and sends what waits; for nodes with the role. */
  work(): Promise<void>;
}

export function makeMailReminders(deps: {
  readonly accounts: Pick<AccountStore, 'findById'>;
  readonly streams: Pick<ScheduleStore, 'find' | 'now'>;
  readonly choosableMails: ChoosableMails;
  readonly jobs: JobQueue;
  readonly mailer: Mailer;
  readonly siteOfAccount: Sites['siteOfAccount'];
}): MailReminders {
  deps.jobs.expect(JOB);
  return {
    later: (job, within) => deps.jobs.enqueue(JOB, job, { within }),
    work: () =>
      deps.jobs.work<Job>(JOB, async ({ accountId, streamId, startsAt }) => {
        const [to, stream] = await Promise.all([
          deps.accounts.findById(accountId),
          deps.streams.find(streamId),
        ]);
        // An address that nobody has confirmed may be somebody else's.
        if (!to?.emailConfirmed || to.email === '' || !stream) return;
        // Tried again after the start, or canceled or moved meanwhile, it would send people to the wrong hour.
        if (nextStart(stream, await deps.streams.now())?.startsAt !== startsAt) return;
        const owner = await deps.accounts.findById(stream.ownerId);
        if (!owner) return;
        const { locale, publicUrl } = deps.siteOfAccount(to);
        const { timeZone, title } = stream;
        const clock = {
          time: clockAt(startsAt, timeZone).time,
          timeZone,
          utc: clockAt(startsAt, 'UTC').time,
        };
        const mail = { name: owner.displayName, title, clock, url: `${publicUrl}/${owner.username}` };
        const choosable = await deps.choosableMails.prepare(to, 'models_online', publicUrl);
        if (!choosable) return;
        const { headers } = choosable;
        await deps.mailer.send({ to: to.email, headers, ...writeReminderMail(mail, locale) });
      }),
  };
}
