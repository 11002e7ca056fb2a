import type { Settings } from '@klieg/contract';
import type { SettingsPart } from '../identity/index.ts';

export const tippingSettings = {
  inRoom: ({ volume_tip }: Settings) => ({ volume_tip, easterEggSound: true }),
} satisfies SettingsPart;
