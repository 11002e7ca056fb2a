import { type CardPart, partToCome } from '../rooms/index.ts';

/** Games and apps of rooms: the keys of a room that wait for it. This file goes when they are served. */
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

/** Tip goals on cards. */
export const goalOnCardsToCome: CardPart<'goal'> = {
  empty: { goal: null },
  read: (models) => Promise.resolve(models.map(() => ({}))),
};
