export { composeSettings, type SettingsFeature } from './compose.ts';
export type { SaveSettings } from './save-settings.ts';
export { settingsChanged, settingsSaved } from './settings-changed.ts';
