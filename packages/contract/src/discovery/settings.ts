import { z } from 'zod';
import { gender } from '../enums.ts';
import { type SettingsFields, yesNo } from '../settings/fields.ts';

export const discoverySettings = {
  viewer: {
    swipe_to_browse_enabled: z.boolean().default(true),
    home_layout: z.enum(['classic', 'custom']).default('classic'),
    browse_gender_hide: z.array(gender).max(3).default([]),
  },
  model: {
    show_home: yesNo.default('YES'),
  },
} satisfies SettingsFields;
