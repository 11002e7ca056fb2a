import { blocksRoutes } from './blocks/routes.ts';
import { brandRoutes } from './brand/routes.ts';
import { broadcastRoutes } from './broadcast/routes.ts';
import { directMessagesRoutes } from './direct-messages/routes.ts';
import { friendsRoutes } from './friends/routes.ts';
import { identityRoutes } from './identity/routes.ts';
import { ratingsRoutes } from './ratings/routes.ts';
import { roomChatRoutes } from './room-chat/routes.ts';
import { roomsRoutes } from './rooms/routes.ts';
import { sessionsRoutes } from './sessions/routes.ts';
import { settingsRoutes } from './settings/routes.ts';
import { tippingRoutes } from './tipping/routes.ts';
import { trackingRoutes } from './tracking/routes.ts';

/** Method and path of every call but those of the back office; the browser bundles this and no schemas. */
export const routes = {
  ...blocksRoutes,
  ...brandRoutes,
  ...broadcastRoutes,
  ...directMessagesRoutes,
  ...friendsRoutes,
  ...identityRoutes,
  ...ratingsRoutes,
  ...roomChatRoutes,
  ...roomsRoutes,
  ...sessionsRoutes,
  ...settingsRoutes,
  ...tippingRoutes,
  ...trackingRoutes,
};
