import { z } from 'zod';
import type { SettingsFields } from '../settings/fields.ts';

export const roomsSettings = {
  viewer: {
    chat_user_sort: z.enum(['tokens', 'username']).default('tokens'),
  },
  model: {
    show_viewer_list: z.boolean().default(true),
    followEnabled: z.boolean().default(true),
    /** Known to the owner only. */
    cam_password: z.string().min(4).max(32).nullable().default(null),
    blocked_countries: z
      .array(z.string().regex(/^[A-Z]{2}$/))
      .max(250)
      .default([]),
    blocked_states: z
      .array(z.string().regex(/^[A-Z]{2}-[A-Z0-9]{1,3}$/))
      .max(100)
      .default([]),
  },
} satisfies SettingsFields;
