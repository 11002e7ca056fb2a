import { z } from 'zod';
import { type SettingsFields, yesNo } from '../settings/fields.ts';
import { SNAPCHAT_DURATIONS, SNAPCHAT_NAME_MAX, SNAPCHAT_PRICE } from './snapchat-limits.ts';

export const mediaLibrarySettings = {
  model: {
    /** Offered once there is a name to sell. */
    sell_snapchat: yesNo.default('NO'),
    snapchat_duration: z.enum(SNAPCHAT_DURATIONS).default('1M'),
    /** Tokens. */
    snapchat_price: z.int().min(SNAPCHAT_PRICE.min).max(SNAPCHAT_PRICE.max).default(SNAPCHAT_PRICE.first),
    snapchat_username: z.string().max(SNAPCHAT_NAME_MAX).default(''),
  },
} satisfies SettingsFields;
