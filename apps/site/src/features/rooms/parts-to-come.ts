import type { RoomPart } from './room-part.ts';

/**
 * Keys of a room whose features are not built yet, with the values that say so. A feature that comes takes its
 * keys from here into a part of its own; the compiler tells when that was forgotten.
 */
export const roomPartsToCome: RoomPart<
  | 'user.is_voyeur'
  | 'user.studio_slug'
  | 'chat.installedAppId'
  | 'chat.installedModuleIdList'
  | 'limitedShow'
  | 'tipSplit'
  | 'koth'
  | 'scratchoff'
  | 'apps'
  | 'app_panels'
  | 'versus'
  | 'versusTournament'
  | 'privateStats'
  | 'privateDiscount'
  | 'viewer.fan_level'
  | 'viewer.spy_free'
> = {
  empty: {
    'user.is_voyeur': false,
    'user.studio_slug': null,
    'chat.installedAppId': null,
    'chat.installedModuleIdList': [],
    limitedShow: null,
    tipSplit: null,
    koth: null,
    scratchoff: null,
    apps: [],
    app_panels: { app_panel: null, tip_panel: null },
    versus: null,
    versusTournament: null,
    privateStats: null,
    privateDiscount: null,
    'viewer.fan_level': null,
    'viewer.spy_free': false,
  },
  read: (asks) => Promise.resolve(asks.map(() => ({}))),
};
