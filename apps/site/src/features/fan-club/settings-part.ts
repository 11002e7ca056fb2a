import type { Settings } from '@klieg/contract';
import type { SettingsPart } from '../identity/index.ts';

export const fanClubSettings = {
  inRoom: ({ fanclub_enabled, fanclub_prices }: Settings) => ({
    fanclub_prices: fanclub_enabled ? fanclub_prices : null,
  }),
} satisfies SettingsPart;
