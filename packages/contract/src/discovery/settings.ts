import { z } from 'zod';
import { gender, homeSection } from '../enums.ts';
import { type SettingsFields, yesNo } from '../settings/fields.ts';

export const discoverySettings = {
  viewer: {
    swipe_to_browse_enabled: z.boolean().default(true),
    home_layout: z.enum(['classic', 'custom']).default('classic'),
    /** Sections of the custom home page in order, each once. */
    home_custom: z
      .array(homeSection)
      .min(1)
      .max(12)
      .refine((keys) => new Set(keys).size === keys.length, 'duplicate')
      .default([...homeSection.options]),
    browse_gender_hide: z.array(gender).max(3).default([]),
  },
  model: {
    show_home: yesNo.default('YES'),
  },
} satisfies SettingsFields;
