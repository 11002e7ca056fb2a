import { z } from 'zod';
import { type SettingsFields, yesNo } from '../settings/fields.ts';

export const aiModelsSettings = {
  model: {
    /** An AI companion may answer while the performer is away. */
    ai_bot_upgrade: z.boolean().default(false),
    dickrating_media: yesNo.default('NO'),
    /** Tokens. */
    dickrating_price: z.int().min(50).max(10_000).default(250),
  },
} satisfies SettingsFields;
