import { z } from 'zod';
import type { SettingsFields } from '../settings/fields.ts';

export const showsSettings = {
  viewer: {
    featured_show_notification: z
      .string()
      .regex(/^(none|email(,sms)?(,web)?|sms(,web)?|web)$/)
      .default('none'),
  },
  model: {
    /** Tokens a minute. */
    private_cost: z.int().min(6).max(999).default(30),
    private_enabled: z.boolean().default(true),
    private_recording: z.boolean().default(true),
    /** Tokens a minute; 0: nobody may spy. */
    spy_cost: z.union([z.literal(0), z.literal(6), z.literal(12), z.literal(18), z.literal(30)]).default(6),
    /** A free look into a private that may be spied on; 0: none. */
    spy_preview_seconds: z.int().min(0).max(60).default(10),
  },
} satisfies SettingsFields;
