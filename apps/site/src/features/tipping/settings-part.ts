import type { Settings } from '@klieg/contract';
import type { SettingsPart } from '../identity/index.ts';

export const tippingSettings = {
  inRoom: ({ volume_tip, easterEggSound }: Settings) => ({ volume_tip, easterEggSound }),
} satisfies SettingsPart;
