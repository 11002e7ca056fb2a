import type { Settings } from '@klieg/contract';
import type { SettingsPart } from '../identity/index.ts';

export const sharecamSettings = {
  inRoom: ({ cam2cam }: Settings) => ({
    sharecam: { enabled: cam2cam, in_private: cam2cam, cost: 0 as const },
  }),
} satisfies SettingsPart;
