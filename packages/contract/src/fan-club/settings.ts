import { z } from 'zod';
import { shape } from '../call.ts';
import type { SettingsFields } from '../settings/fields.ts';

const fanPrice = z.int().min(50).max(5000);
const fanclubPrices = shape({ supporter: fanPrice, insider: fanPrice, legend: fanPrice }).refine(
  ({ supporter, insider, legend }) => supporter < insider && insider < legend,
  'rising',
);

export const fanClubSettings = {
  model: {
    fanclub_enabled: z.boolean().default(false),
    /** Tokens a month, increasing with the level. */
    fanclub_prices: fanclubPrices.default({ supporter: 100, insider: 200, legend: 400 }),
  },
} satisfies SettingsFields;
