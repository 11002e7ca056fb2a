import { billingCalls } from './billing/http.ts';
import { brandCalls } from './brand/http.ts';
import { broadcastCalls } from './broadcast/http.ts';
import { discoveryCalls } from './discovery/http.ts';
import { identityCalls } from './identity/http.ts';
import { ledgerCalls } from './ledger/http.ts';
import { notificationsCalls } from './notifications/http.ts';
import { peopleCalls } from './people/http.ts';
import { ratingsCalls } from './ratings/http.ts';
import { roomChatCalls } from './room-chat/http.ts';
import { roomsCalls } from './rooms/http.ts';
import { sessionsCalls } from './sessions/http.ts';
import { settingsCalls } from './settings/http.ts';
import { tippingCalls } from './tipping/http.ts';
import { trackingCalls } from './tracking/http.ts';

/** Every HTTP call by feature; the server serves exactly these. */
export const callsByFeature = {
  billing: billingCalls,
  brand: brandCalls,
  broadcast: broadcastCalls,
  discovery: discoveryCalls,
  identity: identityCalls,
  ledger: ledgerCalls,
  notifications: notificationsCalls,
  people: peopleCalls,
  ratings: ratingsCalls,
  'room-chat': roomChatCalls,
  rooms: roomsCalls,
  sessions: sessionsCalls,
  settings: settingsCalls,
  tipping: tippingCalls,
  tracking: trackingCalls,
};

/** Every HTTP call by its name. */
export const api = {
  ...billingCalls,
  ...brandCalls,
  ...broadcastCalls,
  ...discoveryCalls,
  ...identityCalls,
  ...ledgerCalls,
  ...notificationsCalls,
  ...peopleCalls,
  ...ratingsCalls,
  ...roomChatCalls,
  ...roomsCalls,
  ...sessionsCalls,
  ...settingsCalls,
  ...tippingCalls,
  ...trackingCalls,
};
export type Api = typeof api;
