import { z } from 'zod';
import { twitter } from './twitter.ts';
import { type SettingsFields, yesNo } from '../settings/fields.ts';

export const broadcastSettings = {
  viewer: {
    video_player_floating_enabled: yesNo.default('YES'),
  },
  model: {
    broadcast_category: z.enum(['solo', 'group']).default('solo'),
    /** Reset when the model goes offline (LIVE-VIDEO-027). */
    public_recording: z.boolean().default(false),
    /** (added) A co-show is recorded if both performers want it, and both get both pictures. */
    co_show_recording: z.boolean().default(false),
    /** (added) The camera is off and only sound is sent (SHOWS-032); reset like the one above. */
    audio_only: z.boolean().default(false),
    /** (added) How many minutes viewers of the public stream may go back; 0: not at all. */
    dvr_minutes: z.union([z.literal(0), z.literal(10), z.literal(30), z.literal(60)]).default(0),
    twitter: twitter.default({ is_enabled: false, is_valid: false, username: '' }),
  },
} satisfies SettingsFields;
