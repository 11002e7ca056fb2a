import { STREAMS_MAX } from '@klieg/contract/features/schedule/limits';
import { type AccountId, AppError, type Uuid } from '@klieg/kernel';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import { hasDay, nextStart, overAt, refuseStream, type Stream, type StreamTerms } from './schedule-rules.ts';
import type { ScheduleStore } from './schedule-store.ts';

/** What a performer does with her schedule. Each answers the schedule as it is then. */
export interface EditSchedule {
  /**
   * Announces a stream, or changes one; a repeat is the same stream.
   * @throws schedule.full, schedule.not_to_come, schedule.too_far, schedule.stream_gone where the id is somebody else's
   */
  save(ownerId: AccountId, id: Uuid, terms: StreamTerms): Promise<readonly Stream[]>;
  remove(ownerId: AccountId, id: Uuid): Promise<readonly Stream[]>;
  /** One date does not take place, or does again. @throws schedule.stream_gone, schedule.date_gone */
  cancelDate(ownerId: AccountId, id: Uuid, date: string, isCanceled: boolean): Promise<readonly Stream[]>;
}

export function makeEditSchedule({
  database,
  streams,
}: {
  readonly database: Pick<Database, 'kysely'>;
  readonly streams: ScheduleStore;
}): EditSchedule {
  const change = (ownerId: AccountId, act: (transaction: Transaction, now: number) => Promise<void>) =>
    database.kysely.transaction().execute(async (transaction) => {
      await streams.lock(transaction, ownerId);
      await act(transaction, await streams.now(transaction));
      return streams.listOf([ownerId], transaction);
    });

  return {
    save: (ownerId, id, terms) =>
      change(ownerId, async (transaction, now) => {
        const known = await streams.find(id, transaction);
        if (known && known.ownerId !== ownerId) throw new AppError('schedule.stream_gone');
        const own = await streams.listOf([ownerId], transaction);
        const others = own.filter((stream) => stream.id !== id).length;
        const refusal = refuseStream(terms, others, now);
        if (refusal) throw new AppError(refusal, { params: { streams_max: STREAMS_MAX } });
        const kept = {
          canceled: new Set<string>(),
          version: 0,
          changedAt: now,
          ...known,
          ...terms,
          id,
          ownerId,
        };
        await streams.save(
          transaction,
          { id, ownerId, terms },
          { next: nextStart(kept, now), overAt: overAt(terms) },
        );
      }),
    remove: (ownerId, id) => change(ownerId, (transaction) => streams.remove(transaction, ownerId, id)),
    cancelDate: (ownerId, id, date, isCanceled) =>
      change(ownerId, async (transaction, now) => {
        const stream = await streams.find(id, transaction);
        if (!stream || stream.ownerId !== ownerId) throw new AppError('schedule.stream_gone');
        if (!hasDay(stream, date, now)) throw new AppError('schedule.date_gone');
        if (stream.canceled.has(date) === isCanceled) return;
        await streams.setCanceled(transaction, id, date, isCanceled);
        await streams.raiseVersion(transaction, id);
        const changed = await streams.find(id, transaction);
        if (changed) await streams.setNext(id, changed.version, nextStart(changed, now), transaction);
      }),
  };
}
