import type { Settings } from '@klieg/contract';
import type { SettingsPart } from '../identity/index.ts';

export const roomChatSettings = {
  inRoom: ({ chat_allowed, slow_mode_seconds, followers_only }: Settings) => ({
    chat_allowed,
    slow_mode_seconds,
    followers_only,
  }),
} satisfies SettingsPart;
