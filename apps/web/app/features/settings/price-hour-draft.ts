import type { Settings } from '@klieg/contract';

export type PriceHours = NonNullable<Settings['private_hours']>;
export type PriceHour = PriceHours['hours'][number];

/** How many hours of a week may have their own price (the setting's own limit). */
export const HOURS_MAX = 14;

const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The stored hours, or none yet, with the current price for all other times. */
export const draftOf = (settings: Settings): PriceHours =>
  settings.private_hours ?? {
    tz: ownTimeZone(),
    cost: settings.private_cost,
    min_minutes: settings.private_min_minutes,
    hours: [],
  };

/** An evening that is still free: the first is a Friday. */
export const newHour = ({ cost, min_minutes, hours }: PriceHours): PriceHour => ({
  day: [5, 6, 0, 1, 2, 3, 4].find((free) => hours.every(({ day }) => day !== free)) ?? 5,
  from: '20:00',
  to: '23:00',
  cost,
  min_minutes,
});

/** What keeps the hours from being saved; undefined: nothing. */
export function faultOf({ hours }: PriceHours): 'backwards' | 'overlap' | undefined {
  if (hours.some(({ from, to }) => from === '' || from >= to)) return 'backwards';
  const overlap = hours.some((one, at) =>
    hours.slice(at + 1).some(({ day, from, to }) => day === one.day && to > one.from && from < one.to),
  );
  return overlap ? 'overlap' : undefined;
}

/** What is saved: without hours the price for all other times is the only price. */
export const changeOf = (draft: PriceHours): Partial<Settings> =>
  draft.hours.length > 0
    ? { private_hours: draft }
    : { private_hours: null, private_cost: draft.cost, private_min_minutes: draft.min_minutes };
