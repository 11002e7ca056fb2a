import { z } from 'zod';
import type { SettingsFields } from '../settings/fields.ts';

export const sharecamSettings = {
  model: {
    /** Viewers may ask to share their camera. */
    cam2cam: z.boolean().default(true),
  },
} satisfies Pick<SettingsFields, 'model'>;
