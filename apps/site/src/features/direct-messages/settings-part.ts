import type { Settings } from '@klieg/contract';
import type { SettingsPart } from '../identity/index.ts';

export const directMessagesSettings = {
  inRoom: ({ pm_allow }: Settings) => ({ pm: pm_allow }),
} satisfies SettingsPart;
