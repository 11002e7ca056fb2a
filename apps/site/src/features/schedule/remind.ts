import { REMINDED_BEFORE_MS } from '@klieg/contract/features/schedule/limits';
import type { AccountId } from '@klieg/kernel';
import type { Database } from '../../platform/postgres/index.ts';
import type { Account, AccountStore } from '../identity/index.ts';
import type { NotifyWithin } from '../notifications/index.ts';
import type { MailReminders } from './mail-reminders.ts';
import type { MayRemind } from './may-remind.ts';
import type { Reminded, ReminderStore, Start } from './reminder-store.ts';
import { nextStart, type Stream } from './schedule-rules.ts';
import type { ScheduleStore } from './schedule-store.ts';

/** Streams processed in one run. */
const STREAMS_PER_LOOK = 200;
/** People notified in one transaction. */
const BATCH = 100;

/** Tells those who asked for it that a stream is about to begin; safe on several nodes at once. */
export type Remind = () => Promise<void>;

export function makeRemind(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly accounts: Pick<AccountStore, 'findById'>;
  readonly streams: ScheduleStore;
  readonly reminders: ReminderStore;
  readonly mayRemind: MayRemind;
  readonly notifyWithin: NotifyWithin;
  readonly mails: Pick<MailReminders, 'later'>;
}): Remind {
  const { streams, reminders } = deps;

  /** Streams whose start has passed wait for their next one. */
  const moveOn = async (): Promise<void> => {
    const passed = await streams.listPassed(STREAMS_PER_LOOK);
    if (passed.length === 0) return;
    const now = await streams.now();
    for (const stream of passed) await streams.setNext(stream.id, stream.version, nextStart(stream, now));
  };

  /**
   * Notice and mail are stored in the same transaction as the record of them: nobody is notified twice or forgotten.
   */
  const tell = (
    owner: Account,
    stream: Stream,
    start: Start,
    people: readonly Reminded[],
    allowed: readonly AccountId[],
  ) =>
    deps.database.kysely.transaction().execute(async (transaction) => {
      // Canceled, moved or begun meanwhile.
      if (!(await streams.holdStart(transaction, start.streamId, start.startsAt))) return undefined;
      const ids = people.map(({ accountId }) => accountId);
      const told = await reminders.claim(transaction, start, ids, allowed);
      const news: (() => void)[] = [];
      for (const accountId of told) {
        const notice = {
          kind: 'model_online',
          code: 'stream_soon',
          params: { name: owner.displayName, title: stream.title },
          url: `/${owner.username}`,
        } as const;
        news.push(await deps.notifyWithin(transaction, accountId, notice));
        await deps.mails.later({ accountId, streamId: stream.id, startsAt: start.startsAt }, transaction);
      }
      return news;
    });

  const remindOf = async (stream: Stream, start: Start): Promise<void> => {
    const owner = await deps.accounts.findById(stream.ownerId);
    if (!owner) return;
    for (;;) {
      const people = await reminders.listWaiting(start, BATCH);
      if (people.length === 0) return;
      const news = await tell(owner, stream, start, people, await deps.mayRemind(owner, people));
      if (!news) return;
      for (const send of news) send();
    }
  };

  return async () => {
    await moveOn();
    for (const { stream, startsAt, date } of await streams.listStarting(REMINDED_BEFORE_MS, STREAMS_PER_LOOK))
      await remindOf(stream, { streamId: stream.id, startsAt, date });
  };
}
