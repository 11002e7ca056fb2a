import type { Settings } from '@klieg/contract';
import type { SettingsPart } from '../identity/index.ts';

export const mediaLibrarySettings = {
  inRoom: ({ sell_snapchat, snapchat_duration, snapchat_price, snapchat_username }: Settings) => ({
    snapchat: {
      // Without a name there is nothing to sell.
      sell_snapchat: snapchat_username === '' ? ('NO' as const) : sell_snapchat,
      duration: snapchat_duration as string,
      price: snapchat_price,
    },
  }),
} satisfies SettingsPart;
