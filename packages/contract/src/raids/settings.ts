import { z } from 'zod';
import type { SettingsFields } from '../settings/fields.ts';

export const raidsSettings = {
  viewer: {},
  model: {
    /** Other performers may send their viewers along. */
    raids_welcome: z.boolean().default(true),
  },
} satisfies SettingsFields;
