import type { Settings } from '@klieg/contract';
import type { SettingsPart } from '../identity/index.ts';

/** What rooms say of features that are not built yet. A line goes to its feature when that is served. */
export const settingsToCome = {
  inRoom: (settings: Settings) => ({
    sell_media: false,
    dickrating_media: 'NO' as const,
    dickrating_price: settings.dickrating_price,
    aiBot: { enabled: false, name: null },
    toy: null,
  }),
} satisfies SettingsPart;
