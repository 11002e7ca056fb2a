import { z } from 'zod';
import { shape } from '../call.ts';
import type { SettingsFields } from '../settings/fields.ts';

export const roomGamesSettings = {
  model: {
    /** How strong and how long a toy may run, and the pause after it. */
    toy_caps: shape({
      max_level: z.int().min(1).max(20),
      max_seconds: z.int().min(1).max(300),
      cooldown_seconds: z.int().min(0).max(60),
    }).default({ max_level: 20, max_seconds: 60, cooldown_seconds: 0 }),
  },
} satisfies SettingsFields;
