import { z } from 'zod';
import type { SettingsFields } from '../settings/fields.ts';

export const ledgerSettings = {
  viewer: {
    /** A daily spending limit that a person sets; 0: no limit. */
    daily_limit: z.int().min(0).max(1_000_000).default(0),
  },
} satisfies SettingsFields;
