import type { SettingsPart } from '../identity/index.ts';

/** What rooms say of features that are not built yet. A line goes to its feature when that is served. */
export const settingsToCome = {
  inRoom: () => ({
    snapchat: { sell_snapchat: 'NO' as const, duration: '1M', price: 250 },
    sell_media: false,
    dickrating_media: 'NO' as const,
    dickrating_price: 250,
    aiBot: { enabled: false, name: null },
    toy: null,
  }),
} satisfies SettingsPart;
