/** Parts of the settings, in the order of their tabs. */
export const SETTINGS_TABS = [
  'profile',
  'chat',
  'privacy',
  'notifications',
  'security',
  'limits',
  'email',
  'linked',
  'broadcast',
  'prices',
  'blocking',
] as const;
export type SettingsTab = (typeof SETTINGS_TABS)[number];

const MODEL_TABS: ReadonlySet<SettingsTab> = new Set(['broadcast', 'prices', 'blocking']);

/** The part that an address names; the first without a name, undefined for an unknown one. */
export const settingsTab = (name: string | undefined): SettingsTab | undefined =>
  name === undefined ? SETTINGS_TABS[0] : SETTINGS_TABS.find((tab) => tab === name);

/** The parts that somebody has; rooms are set up by performers only. */
export const tabsFor = (isModel: boolean): readonly SettingsTab[] =>
  SETTINGS_TABS.filter((tab) => isModel || !MODEL_TABS.has(tab));
