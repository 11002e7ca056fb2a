export { type RoomSetting, type SettingsParts, viewsOf } from './settings-parts.ts';
export { settingsToCome } from './to-come.ts';
export { composeSettings, type SettingsFeature } from './compose.ts';
export type { SaveSettings } from './save-settings.ts';
export { settingsChanged, settingsSaved } from './settings-changed.ts';
