import { z } from 'zod';
import { pmAllow } from '../enums.ts';
import type { SettingsFields } from '../settings/fields.ts';

export const directMessagesSettings = {
  viewer: {
    pm_audio_notification: z.boolean().default(true),
    pm_allow: pmAllow.default('friends'),
  },
} satisfies SettingsFields;
