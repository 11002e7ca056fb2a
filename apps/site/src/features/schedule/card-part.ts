import { toInstant } from '@klieg/kernel';
import { DAY_MS } from '@klieg/kernel/time';
import type { CardPart } from '../rooms/index.ts';
import type { ScheduleStore } from './schedule-store.ts';

/** Dates further away than this are only in the room's schedule. */
const SOON_MS = 7 * DAY_MS;

/** When a performer is next, on cards. */
export const makeScheduleCardPart = (
  streams: Pick<ScheduleStore, 'nextStartsOf'>,
): CardPart<'next_stream_at'> => ({
  empty: { next_stream_at: null },
  async read(models) {
    const next = await streams.nextStartsOf(
      models.map(({ id }) => id),
      SOON_MS,
    );
    return models.map(({ id }) => {
      const at = next.get(id);
      return at === undefined ? {} : { next_stream_at: toInstant(at) };
    });
  },
});
