import type { callsByFeature } from '@klieg/contract';
import { AppError, type Uuid } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { AccountStore } from '../identity/index.ts';
import { makeRoomOf } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { EditSchedule } from './edit-schedule.ts';
import { presentDates, presentOwn } from './present-schedule.ts';
import type { ReminderStore } from './reminder-store.ts';
import type { Stream } from './schedule-rules.ts';
import type { ScheduleStore } from './schedule-store.ts';

/** The calls of the schedule. */
export function makeScheduleHandlers(deps: {
  readonly accounts: Pick<AccountStore, 'findByUsername'>;
  readonly streams: Pick<ScheduleStore, 'listOf' | 'find' | 'now'>;
  readonly reminders: ReminderStore;
  readonly edit: EditSchedule;
}): Handlers<(typeof callsByFeature)['schedule'], SiteCaller> {
  const { streams, reminders, edit } = deps;
  const roomOf = makeRoomOf(deps.accounts);
  const own = async (found: readonly Stream[]) => ({ streams: presentOwn(found, await streams.now()) });
  const done = { status: 1 as const };

  return {
    async getSchedule({ params }, { caller }) {
      const owner = await roomOf(params.username);
      const [found, now] = await Promise.all([streams.listOf([owner.id]), streams.now()]);
      const ids = found.map(({ id }) => id);
      const reminded = caller.account ? await reminders.listOf(caller.account.id, ids) : new Set<Uuid>();
      return { dates: presentDates(found, now, reminded) };
    },
    async remindOfStream({ params, body }, { caller }) {
      const owner = await roomOf(params.username);
      const id = params.id as Uuid;
      const accountId = caller.account!.id;
      if (!body.remind) {
        await reminders.remove(id, accountId);
        return { ...done, is_reminded: false };
      }
      const stream = await streams.find(id);
      if (stream?.ownerId !== owner.id) throw new AppError('schedule.stream_gone');
      const { country, state } = caller;
      const added = await reminders.add(id, { accountId, country, state });
      if (added === 'gone') throw new AppError('schedule.stream_gone');
      if (added === 'full') throw new AppError('schedule.reminders_full');
      return { ...done, is_reminded: true };
    },
    getOwnSchedule: async (_input, { caller }) => own(await streams.listOf([caller.account!.id])),
    async saveStream({ params, body }, { caller }) {
      const saved = await edit.save(caller.account!.id, params.id as Uuid, {
        title: body.title,
        kind: body.kind,
        date: body.date,
        time: body.time,
        durationMinutes: body.duration_minutes,
        timeZone: body.time_zone,
        isWeekly: body.is_weekly,
      });
      return { ...done, ...(await own(saved)) };
    },
    async removeStream({ params }, { caller }) {
      return { ...done, ...(await own(await edit.remove(caller.account!.id, params.id as Uuid))) };
    },
    async cancelStreamDate({ params, body }, { caller }) {
      const { id, date } = params;
      const changed = await edit.cancelDate(caller.account!.id, id as Uuid, date, body.is_canceled);
      return { ...done, ...(await own(changed)) };
    },
  };
}
