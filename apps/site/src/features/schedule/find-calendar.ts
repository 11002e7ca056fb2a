import type { Sites } from '../brand/index.ts';
import type { AccountStore } from '../identity/index.ts';
import type { RoomAccess } from '../rooms/index.ts';
import type { SessionsFeature } from '../sessions/index.ts';
import { writeCalendar } from './calendar-file.ts';
import { presentCalendar } from './present-schedule.ts';
import type { ScheduleStore } from './schedule-store.ts';
import type { FindCalendar } from './serve-calendar.ts';

/** The calendar of a room that the caller may enter; programs come as guests of the place that they ask from. */
export function makeFindCalendar(deps: {
  readonly accounts: Pick<AccountStore, 'findByUsername'>;
  readonly access: Pick<RoomAccess, 'refusalOf'>;
  readonly streams: Pick<ScheduleStore, 'listOf' | 'now'>;
  readonly resolveCaller: SessionsFeature['resolveCaller'];
  readonly mainSite: Sites['mainSite'];
}): FindCalendar {
  return async (username, only, request) => {
    const owner = await deps.accounts.findByUsername(username);
    if (!owner || (await deps.access.refusalOf(owner, await deps.resolveCaller(request)))) return undefined;
    const [streams, now] = await Promise.all([deps.streams.listOf([owner.id]), deps.streams.now()]);
    // The same address and name of events whichever host was asked: calendars compare them.
    const { host, publicUrl } = deps.mainSite('en');
    const shown = { displayName: owner.displayName, url: `${publicUrl}/${owner.username}`, host };
    const wanted = only ? streams.filter(({ id }) => id === only.streamId) : streams;
    const calendar = presentCalendar(shown, wanted, now, only);
    return only && calendar.dates.length === 0 ? undefined : writeCalendar(calendar);
  };
}
