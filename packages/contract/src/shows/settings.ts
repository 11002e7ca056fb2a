import { z } from 'zod';
import type { SettingsFields } from '../settings/fields.ts';

const clockTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/);
const minuteCost = z.int().min(6).max(999);
const minMinutes = z.int().min(1).max(30);

/** How many hours of a week may have their own price. */
export const PRICE_HOURS_MAX = 14;

const priceHour = z
  .strictObject({
    /** 0 is Sunday. */
    day: z.int().min(0).max(6),
    from: clockTime,
    to: clockTime.or(z.literal('24:00')),
    cost: minuteCost,
    min_minutes: minMinutes,
  })
  .refine(({ from, to }) => from < to, { path: ['to'], message: 'An hour ends after it begins' });

type PriceHour = z.infer<typeof priceHour>;

const areApart = (hours: readonly PriceHour[]): boolean =>
  hours.every((one, at) =>
    hours.slice(at + 1).every(({ day, from, to }) => day !== one.day || to <= one.from || from >= one.to),
  );

const isTimeZone = (name: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
};

/** Weekly hours with a different price for privates, in a time zone, and the price at all other times. */
const priceHours = z.strictObject({
  tz: z.string().max(64).refine(isTimeZone, 'No time zone'),
  cost: minuteCost,
  min_minutes: minMinutes,
  hours: z.array(priceHour).max(PRICE_HOURS_MAX).refine(areApart, 'Two hours overlap'),
});

export const showsSettings = {
  viewer: {
    featured_show_notification: z
      .string()
      .regex(/^(none|email(,sms)?(,web)?|sms(,web)?|web)$/)
      .default('none'),
  },
  model: {
    /** Tokens a minute. */
    private_cost: minuteCost.default(30),
    private_enabled: z.boolean().default(true),
    /** Tokens a minute of a private without spies. */
    exclusive_cost: z.int().min(12).max(240).multipleOf(6).default(60),
    /** How many minutes are held at the start; the undelivered part goes back. */
    private_min_minutes: minMinutes.default(1),
    /** (added) Changes the two above when an hour begins and ends; null: they stay as they are set. */
    private_hours: priceHours.nullable().default(null),
    private_recording: z.boolean().default(true),
    /** Tokens a minute; 0: nobody may spy. */
    spy_cost: z.union([z.literal(0), z.literal(6), z.literal(12), z.literal(18), z.literal(30)]).default(6),
    /** A free look into a private that may be spied on, in seconds; 0: none. */
    spy_preview_seconds: z.int().min(0).max(60).default(10),
  },
} satisfies SettingsFields;
