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
    /** Tokens a minute of a private without spies. */
    exclusive_cost: z.int().min(12).max(240).multipleOf(6).default(60),
    /** So many minutes are held at the start; what is not delivered of them goes back. */
    private_min_minutes: z.int().min(1).max(30).default(1),
    private_recording: z.boolean().default(true),
    /** Tokens a minute; 0: nobody may spy. */
    spy_cost: z.union([z.literal(0), z.literal(6), z.literal(12), z.literal(18), z.literal(30)]).default(6),
    /** A free look into a private that may be spied on; 0: none. */
    spy_preview_seconds: z.int().min(0).max(60).default(10),
  },
} satisfies SettingsFields;
