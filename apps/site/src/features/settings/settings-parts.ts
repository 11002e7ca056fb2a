import type { Room, Settings } from '@klieg/contract';
import type { SettingsPart } from '../identity/index.ts';

/** What everybody in a room may know of its performer's settings (key `userSetting`). */
export type RoomSetting = Room['userSetting'];

/** What all features do with the settings that they own. */
export interface SettingsParts {
  readonly inRoom: (settings: Settings) => RoomSetting;
  readonly parts: readonly SettingsPart[];
}
