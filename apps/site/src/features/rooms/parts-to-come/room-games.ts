import { partToCome } from './part-to-come.ts';

/** Games and apps of rooms: the keys go with this file when the feature comes. */
export const roomGamesToCome = partToCome<
  'chat.installedAppId' | 'chat.installedModuleIdList' | 'koth' | 'scratchoff' | 'apps' | 'app_panels'
>({
  'chat.installedAppId': null,
  'chat.installedModuleIdList': [],
  koth: null,
  scratchoff: null,
  apps: [],
  app_panels: { app_panel: null, tip_panel: null },
});
