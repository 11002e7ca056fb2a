import { z } from 'zod';
import type { SettingsFields } from '../settings/fields.ts';

export const tippingSettings = {
  viewer: {
    volume_tip: z.int().min(0).max(100).default(70),
  },
  model: {
    /** Some tips make a sound of their own in the room. */
    easterEggSound: z.boolean().default(true),
  },
} satisfies SettingsFields;
