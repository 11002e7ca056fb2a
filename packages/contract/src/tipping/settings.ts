import { z } from 'zod';
import type { SettingsFields } from '../settings/fields.ts';

export const tippingSettings = {
  viewer: {
    volume_tip: z.int().min(0).max(100).default(70),
  },
} satisfies SettingsFields;
