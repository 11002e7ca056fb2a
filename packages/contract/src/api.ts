import { billingCalls } from './billing/http.ts';
import { blocksCalls } from './blocks/http.ts';
import { brandCalls } from './brand/http.ts';
import { broadcastCalls } from './broadcast/http.ts';
import { directMessagesCalls } from './direct-messages/http.ts';
import { discoveryCalls } from './discovery/http.ts';
import { fanClubCalls } from './fan-club/http.ts';
import { friendsCalls } from './friends/http.ts';
import { identityCalls } from './identity/http.ts';
import { ledgerCalls } from './ledger/http.ts';
import { notificationsCalls } from './notifications/http.ts';
import { peopleCalls } from './people/http.ts';
import { ratingsCalls } from './ratings/http.ts';
import { reportsCalls } from './reports/http.ts';
import { roomChatCalls } from './room-chat/http.ts';
import { roomGamesCalls } from './room-games/http.ts';
import { roomsCalls } from './rooms/http.ts';
import { sessionsCalls } from './sessions/http.ts';
import { settingsCalls } from './settings/http.ts';
import { tippingCalls } from './tipping/http.ts';
import { trackingCalls } from './tracking/http.ts';

/** Every HTTP call by feature; the server serves exactly these. */
export const callsByFeature = {
  billing: billingCalls,
  blocks: blocksCalls,
  brand: brandCalls,
  broadcast: broadcastCalls,
  'direct-messages': directMessagesCalls,
  discovery: discoveryCalls,
  'fan-club': fanClubCalls,
  friends: friendsCalls,
  identity: identityCalls,
  ledger: ledgerCalls,
  notifications: notificationsCalls,
  people: peopleCalls,
  ratings: ratingsCalls,
  reports: reportsCalls,
  'room-chat': roomChatCalls,
  'room-games': roomGamesCalls,
  rooms: roomsCalls,
  sessions: sessionsCalls,
  settings: settingsCalls,
  tipping: tippingCalls,
  tracking: trackingCalls,
};

/** Every HTTP call by its name. */
export const api = {
  ...billingCalls,
  ...blocksCalls,
  ...brandCalls,
  ...broadcastCalls,
  ...directMessagesCalls,
  ...discoveryCalls,
  ...fanClubCalls,
  ...friendsCalls,
  ...identityCalls,
  ...ledgerCalls,
  ...notificationsCalls,
  ...peopleCalls,
  ...ratingsCalls,
  ...reportsCalls,
  ...roomChatCalls,
  ...roomGamesCalls,
  ...roomsCalls,
  ...sessionsCalls,
  ...settingsCalls,
  ...tippingCalls,
  ...trackingCalls,
};
export type Api = typeof api;
