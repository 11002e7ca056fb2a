import type { StreamKind } from '@klieg/contract/features/schedule/limits';
import type { AccountId, Uuid } from '@klieg/kernel';
import { HOUR_MS } from '@klieg/kernel/time';
import { deriveTransferId } from '../features/ledger/index.ts';
import { makeEditSchedule, makeScheduleStore } from '../features/schedule/index.ts';
import type { Database } from '../platform/postgres/index.ts';
import { clockAt } from '../platform/zoned-time.ts';

/** A fixed key: every stream of the demo is announced once, however often it starts. */
const SCHEDULE_KEY = '01932b5e-8c00-7000-8000-000000000003' as Uuid;

/** How many hours after the first start each begins, then every week. */
const STREAMS: readonly { readonly inHours: number; readonly title: string; readonly kind: StreamKind }[] = [
  { inHours: 2, title: 'Vinyl until midnight', kind: 'public' },
  { inHours: 4, title: 'Sketching what you ask for', kind: 'public' },
  { inHours: 7, title: 'Songs on request', kind: 'public' },
  { inHours: 22, title: 'Morning coffee and news', kind: 'public' },
  { inHours: 27, title: 'Chess against everybody', kind: 'public' },
  { inHours: 50, title: 'An evening of jazz', kind: 'public' },
];

/** Announces weekly streams of performers who are away; a repeat changes nothing. */
export async function seedSchedule(
  database: Database,
  away: readonly AccountId[],
  nowMs: number,
): Promise<void> {
  const streams = makeScheduleStore(database);
  const edit = makeEditSchedule({ database, streams });
  for (const [place, { inHours, title, kind }] of STREAMS.entries()) {
    const ownerId = away[place];
    const id = deriveTransferId(`demo:stream:${place}`, SCHEDULE_KEY);
    if (ownerId === undefined || (await streams.find(id))) continue;
    const { date, time } = clockAt(nowMs + inHours * HOUR_MS, 'UTC');
    await edit.save(ownerId, id, {
      title,
      kind,
      date,
      time: `${time.slice(0, 2)}:00`,
      durationMinutes: 120,
      timeZone: 'UTC',
      isWeekly: true,
    });
  }
}
