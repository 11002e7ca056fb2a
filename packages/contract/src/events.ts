import { backOfficeEvents } from './back-office/events.ts';
import { billingEvents } from './billing/events.ts';
import { broadcastEvents } from './broadcast/events.ts';
import { complianceEvents } from './compliance/events.ts';
import { directMessagesEvents } from './direct-messages/events.ts';
import { discoveryEvents } from './discovery/events.ts';
import { fanClubEvents } from './fan-club/events.ts';
import { friendsEvents } from './friends/events.ts';
import { identityEvents } from './identity/events.ts';
import { ledgerEvents } from './ledger/events.ts';
import { matchingEvents } from './matching/events.ts';
import { mediaLibraryEvents } from './media-library/events.ts';
import { moderationEvents } from './moderation/events.ts';
import { platformEvents } from './platform/events.ts';
import { roomChatEvents } from './room-chat/events.ts';
import { roomGamesEvents } from './room-games/events.ts';
import { roomsEvents } from './rooms/events.ts';
import { sessionsEvents } from './sessions/events.ts';
import { settingsEvents } from './settings/events.ts';
import { showsEvents } from './shows/events.ts';
import { tippingEvents } from './tipping/events.ts';
import type { PayloadOf } from './event.ts';

/** Every socket event by the feature that sends or answers it. */
export const eventsByFeature = {
  'back-office': backOfficeEvents,
  billing: billingEvents,
  broadcast: broadcastEvents,
  compliance: complianceEvents,
  'direct-messages': directMessagesEvents,
  discovery: discoveryEvents,
  'fan-club': fanClubEvents,
  friends: friendsEvents,
  identity: identityEvents,
  ledger: ledgerEvents,
  matching: matchingEvents,
  'media-library': mediaLibraryEvents,
  moderation: moderationEvents,
  platform: platformEvents,
  'room-chat': roomChatEvents,
  'room-games': roomGamesEvents,
  rooms: roomsEvents,
  sessions: sessionsEvents,
  settings: settingsEvents,
  shows: showsEvents,
  tipping: tippingEvents,
};

/** Every socket event by its wire name. */
export const eventSpecs = {
  ...backOfficeEvents,
  ...billingEvents,
  ...broadcastEvents,
  ...complianceEvents,
  ...directMessagesEvents,
  ...discoveryEvents,
  ...fanClubEvents,
  ...friendsEvents,
  ...identityEvents,
  ...ledgerEvents,
  ...matchingEvents,
  ...mediaLibraryEvents,
  ...moderationEvents,
  ...platformEvents,
  ...roomChatEvents,
  ...roomGamesEvents,
  ...roomsEvents,
  ...sessionsEvents,
  ...settingsEvents,
  ...showsEvents,
  ...tippingEvents,
};

export type EventName = keyof typeof eventSpecs;
export type Payload<N extends EventName> = PayloadOf<(typeof eventSpecs)[N]>;

/** Edition of the template list; grows with every event or field that is added at an end (W20). */
export const TEMPLATE_EDITION = 1;
/** Frame rules that this build speaks (W3). */
export const PROTOCOL_VERSION = 3;

export type Template = readonly [name: string, fields: readonly string[]];

/** The list that both sides number events and fields by. */
export const templateList: readonly Template[] = Object.entries(eventSpecs)
  .toSorted(([, a], [, b]) => a.id - b.id)
  .map(([name, spec]) => [name, Object.keys(spec.fields)]);
