import { billingRoutes } from './billing/routes.ts';
import { blocksRoutes } from './blocks/routes.ts';
import { brandRoutes } from './brand/routes.ts';
import { broadcastRoutes } from './broadcast/routes.ts';
import { directMessagesRoutes } from './direct-messages/routes.ts';
import { discoveryRoutes } from './discovery/routes.ts';
import { fanClubRoutes } from './fan-club/routes.ts';
import { friendsRoutes } from './friends/routes.ts';
import { identityRoutes } from './identity/routes.ts';
import { ledgerRoutes } from './ledger/routes.ts';
import { notificationsRoutes } from './notifications/routes.ts';
import { peopleRoutes } from './people/routes.ts';
import { ratingsRoutes } from './ratings/routes.ts';
import { reportsRoutes } from './reports/routes.ts';
import { roomChatRoutes } from './room-chat/routes.ts';
import { roomGamesRoutes } from './room-games/routes.ts';
import { roomsRoutes } from './rooms/routes.ts';
import { sessionsRoutes } from './sessions/routes.ts';
import { settingsRoutes } from './settings/routes.ts';
import { tippingRoutes } from './tipping/routes.ts';
import { trackingRoutes } from './tracking/routes.ts';

/** Method and path of every call; the browser bundles this and no schemas. */
export const routes = {
  ...billingRoutes,
  ...blocksRoutes,
  ...brandRoutes,
  ...broadcastRoutes,
  ...directMessagesRoutes,
  ...discoveryRoutes,
  ...fanClubRoutes,
  ...friendsRoutes,
  ...identityRoutes,
  ...ledgerRoutes,
  ...notificationsRoutes,
  ...peopleRoutes,
  ...ratingsRoutes,
  ...reportsRoutes,
  ...roomChatRoutes,
  ...roomGamesRoutes,
  ...roomsRoutes,
  ...sessionsRoutes,
  ...settingsRoutes,
  ...tippingRoutes,
  ...trackingRoutes,
};
