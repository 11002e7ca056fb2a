import { REMINDED_BEFORE_MS } from '@klieg/contract/features/schedule/limits';
import { MINUTE_MS } from '@klieg/kernel/time';
import type { RateLimiter } from '../../platform/http/index.ts';
import type { JobQueue } from '../../platform/jobs/index.ts';
import type { Chore, Kit } from '../../platform/kit.ts';
import type { Mailer } from '../../platform/mail/index.ts';
import type { VisitorOf } from '../../platform/visitors/index.ts';
import type { BlocksFeature } from '../blocks/index.ts';
import type { Sites } from '../brand/index.ts';
import type { EmailSubscriptionFeature } from '../email-subscription/index.ts';
import type { Account, IdentityFeature } from '../identity/index.ts';
import type { NotificationsFeature } from '../notifications/index.ts';
import type { RoomsFeature } from '../rooms/index.ts';
import type { SessionsFeature } from '../sessions/index.ts';
import { makeScheduleCardPart } from './card-part.ts';
import { makeEditSchedule } from './edit-schedule.ts';
import { makeFindCalendar } from './find-calendar.ts';
import { makeMailReminders } from './mail-reminders.ts';
import { makeMayRemind } from './may-remind.ts';
import { presentWeek } from './present-schedule.ts';
import { makeRemind } from './remind.ts';
import { makeReminderStore } from './reminder-store.ts';
import { daysOf } from './schedule-rules.ts';
import { makeScheduleStore } from './schedule-store.ts';
import { makeScheduleHandlers } from './schedule.http.ts';
import { serveCalendar } from './serve-calendar.ts';

/** Often enough that a reminder says the truth about its quarter of an hour. */
const LOOK_MS = REMINDED_BEFORE_MS / 60;

interface Uses {
  readonly identity: IdentityFeature;
  readonly sessions: SessionsFeature;
  readonly sites: Sites;
  readonly notifications: NotificationsFeature;
  readonly emailSubscription: EmailSubscriptionFeature;
  readonly rooms: RoomsFeature;
  readonly blocks: BlocksFeature;
  readonly jobs: JobQueue;
  readonly mailer: Mailer;
  readonly rateLimiter: RateLimiter;
  readonly visitorOf: VisitorOf;
  readonly isGenerousToLoopback: boolean;
}

/** Performers' announcements, and reminders. */
export function composeSchedule({ database }: Pick<Kit, 'database'>, uses: Uses) {
  const { accounts } = uses.identity;
  const { access } = uses.rooms;
  const { siteOfAccount, mainSite } = uses.sites;
  const streams = makeScheduleStore(database);
  const reminders = makeReminderStore(database);
  const mails = makeMailReminders({
    ...uses,
    ...uses.emailSubscription,
    accounts,
    streams,
    siteOfAccount,
  });
  const mayRemind = makeMayRemind({ accounts, access, blocks: uses.blocks.blocks });
  const { notifyWithin } = uses.notifications;
  const remind = makeRemind({ database, accounts, streams, reminders, mayRemind, notifyWithin, mails });
  const { resolveCaller } = uses.sessions;
  const find = makeFindCalendar({ accounts, access, streams, resolveCaller, mainSite });
  const chores: readonly Chore[] = [
    { failure: 'people could not be reminded of streams', everyMs: LOOK_MS, on: 'one', run: remind },
    {
      failure: 'streams that are over could not be dropped',
      everyMs: MINUTE_MS,
      on: 'one',
      run: streams.prune,
    },
  ];
  return {
    handlers: makeScheduleHandlers({
      accounts,
      streams,
      reminders,
      edit: makeEditSchedule({ database, streams }),
    }),
    cardPart: makeScheduleCardPart(streams),
    /** The weekly streams of a performer, for the bio. */
    weekOf: async (owner: Account) => presentWeek(await streams.listOf([owner.id])),
    /** Dates that begin until then (Unix milliseconds), the next first. */
    async listAnnounced(until: number) {
      const [coming, now] = await Promise.all([streams.listComing(until), streams.now()]);
      return coming
        .flatMap((stream) =>
          daysOf(stream, now, until)
            .filter(({ startsAt, isCanceled }) => startsAt > now && !isCanceled)
            .map(({ startsAt }) => ({ username: stream.username, title: stream.title, startsAt })),
        )
        .toSorted((a, b) => a.startsAt - b.startsAt);
    },
    routes: serveCalendar({ ...uses, find }),
    chores,
    work: mails.work,
  };
}

export type ScheduleFeature = ReturnType<typeof composeSchedule>;
