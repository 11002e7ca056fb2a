import { z } from 'zod';
import { shape, uuid } from '../call.ts';
import type { SettingsFields } from '../settings/fields.ts';
import { RE_UP_LIMITS } from './re-up-limits.ts';

const between = ({ min, max }: { readonly min: number; readonly max: number }) => z.int().min(min).max(max);

/** Keys of the setting: product, threshold in tokens, and caps. */
export const autoReUps = shape({
  enabled: z.boolean(),
  internal_id: z
    .string()
    .regex(/^[a-z0-9_]{1,40}$/)
    .optional(),
  below: between(RE_UP_LIMITS.below).optional(),
  card_id: uuid.optional(),
  max_per_day: between(RE_UP_LIMITS.perDay).optional(),
  max_cents_per_month: between(RE_UP_LIMITS.perMonth).optional(),
  disabled_by_user: z.boolean(),
});
export type AutoReUps = z.infer<typeof autoReUps>;

/** Consent covers all of it: product, threshold, card and both caps. */
export type AgreedReUps = { readonly [K in keyof AutoReUps]-?: NonNullable<AutoReUps[K]> } & {
  readonly enabled: true;
};

const isWhole = (choice: AutoReUps): boolean =>
  !choice.enabled ||
  Object.keys(autoReUps.shape).every((key) => choice[key as keyof AutoReUps] !== undefined);

/** What the setting's text says; undefined where it is not in the right form. */
export function readAutoReUps(text: string): AutoReUps | undefined {
  try {
    const { data } = autoReUps.safeParse(JSON.parse(text));
    return data && isWhole(data) ? data : undefined;
  } catch {
    return undefined;
  }
}

export const reUpSettings = {
  viewer: {
    /** JSON text; off by default (SETTINGS-020). */
    auto_re_ups: z
      .string()
      .max(400)
      .refine((text) => readAutoReUps(text) !== undefined)
      .default('{"enabled":false,"disabled_by_user":false}'),
  },
} satisfies SettingsFields;
