import { z } from 'zod';
import { text } from '../event-fields.ts';
import { type SettingsFields, yesNo } from '../settings/fields.ts';

export const roomChatSettings = {
  viewer: {
    font_family: z.enum(['arial', 'verdana', 'georgia', 'tahoma', 'trebuchet', 'courier']).default('arial'),
    font_size: z.enum(['9px', '10px', '11px', '14px', '18px']).default('11px'),
    text_color: z
      .string()
      .regex(/^#[0-9a-f]{6}$/)
      .default('#333333'),
    chat_emoticons: yesNo.default('YES'),
  },
  model: {
    chat_allowed: z.enum(['all', 'tip_anytime', 'tip_recent', 'tokens']).default('tokens'),
    chat_notice: text(300).nullable().default(null),
    mod_expire: z.int().min(1).max(365).default(14),
    block_room_models: z.boolean().default(false),
    slow_mode_seconds: z.int().min(0).max(120).default(0),
    followers_only: z.boolean().default(false),
    /** Off: a line with an address waits for a moderator. */
    links_allowed: z.boolean().default(false),
  },
} satisfies SettingsFields;
