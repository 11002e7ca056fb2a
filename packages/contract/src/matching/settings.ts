import { z } from 'zod';
import { gender } from '../enums.ts';
import type { SettingsFields } from '../settings/fields.ts';

export const matchingSettings = {
  viewer: {
    speeddate_is_enabled: z.boolean().default(false),
  },
  model: {
    versus_enabled: z.boolean().default(true),
    versus_only_higher_in_sort: z.boolean().default(false),
    versus_invite_gender_blocked: z
      .array(gender)
      .max(4)
      .refine((genders) => new Set(genders).size === genders.length, 'duplicate')
      .default([]),
  },
} satisfies SettingsFields;
