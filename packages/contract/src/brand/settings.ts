import { z } from 'zod';
import type { SettingsFields } from '../settings/fields.ts';

export const brandSettings = {
  model: {
    /** The room may be shown on the sites of partners. */
    streaming_partners_enabled: z.boolean().default(true),
  },
} satisfies SettingsFields;
