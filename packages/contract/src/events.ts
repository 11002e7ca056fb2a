import { backOfficeEvents } from './back-office/events.ts';
import { billingEvents } from './billing/events.ts';
import { broadcastEvents } from './broadcast/events.ts';
import { coShowsEvents } from './co-shows/events.ts';
import { complianceEvents } from './compliance/events.ts';
import { directMessagesEvents } from './direct-messages/events.ts';
import { discoveryEvents } from './discovery/events.ts';
import { fanClubEvents } from './fan-club/events.ts';
import { friendsEvents } from './friends/events.ts';
import { groupShowsEvents } from './group-shows/events.ts';
import { identityEvents } from './identity/events.ts';
import { ledgerEvents } from './ledger/events.ts';
import { matchingEvents } from './matching/events.ts';
import { mediaLibraryEvents } from './media-library/events.ts';
import { moderationEvents } from './moderation/events.ts';
import { TEMPLATE_EDITION } from './platform/edition.ts';
import { platformEvents } from './platform/events.ts';
import { raidsEvents } from './raids/events.ts';
import { roomChatEvents } from './room-chat/events.ts';
import { roomGamesEvents } from './room-games/events.ts';
import { roomsEvents } from './rooms/events.ts';
import { sessionsEvents } from './sessions/events.ts';
import { settingsEvents } from './settings/events.ts';
import { sharecamEvents } from './sharecam/events.ts';
import { showsEvents } from './shows/events.ts';
import { ticketShowsEvents } from './ticket-shows/events.ts';
import { tippingEvents } from './tipping/events.ts';
import { voyeurEvents } from './voyeur/events.ts';
import { watchTogetherEvents } from './watch-together/events.ts';
import type { EventSpec, PayloadOf } from './event.ts';

/** Every socket event by the feature that sends or answers it. */
export const eventsByFeature = {
  'back-office': backOfficeEvents,
  billing: billingEvents,
  broadcast: broadcastEvents,
  'co-shows': coShowsEvents,
  compliance: complianceEvents,
  'direct-messages': directMessagesEvents,
  discovery: discoveryEvents,
  'fan-club': fanClubEvents,
  friends: friendsEvents,
  'group-shows': groupShowsEvents,
  identity: identityEvents,
  ledger: ledgerEvents,
  matching: matchingEvents,
  'media-library': mediaLibraryEvents,
  moderation: moderationEvents,
  platform: platformEvents,
  raids: raidsEvents,
  'room-chat': roomChatEvents,
  'room-games': roomGamesEvents,
  rooms: roomsEvents,
  sessions: sessionsEvents,
  settings: settingsEvents,
  sharecam: sharecamEvents,
  shows: showsEvents,
  'ticket-shows': ticketShowsEvents,
  tipping: tippingEvents,
  voyeur: voyeurEvents,
  'watch-together': watchTogetherEvents,
};

/**
 * First of the hundred ids that each feature has for events added after edition 1, whose ids are the positions 0 to
 * 142. So two features that grow at the same time never take the same id.
 */
export const firstIdOf: Readonly<Record<keyof typeof eventsByFeature, number>> = {
  'back-office': 200,
  billing: 300,
  broadcast: 400,
  compliance: 500,
  'direct-messages': 600,
  discovery: 700,
  'fan-club': 800,
  friends: 900,
  identity: 1000,
  ledger: 1100,
  matching: 1200,
  'media-library': 1300,
  moderation: 1400,
  platform: 1500,
  'room-chat': 1600,
  'room-games': 1700,
  rooms: 1800,
  sessions: 1900,
  settings: 2000,
  sharecam: 2700,
  shows: 2100,
  'ticket-shows': 2300,
  tipping: 2200,
  raids: 2400,
  'group-shows': 2800,
  voyeur: 2900,
  'co-shows': 3000,
  'watch-together': 2500,
};

/** Every socket event by its wire name. */
export const eventSpecs = {
  ...backOfficeEvents,
  ...billingEvents,
  ...broadcastEvents,
  ...coShowsEvents,
  ...complianceEvents,
  ...directMessagesEvents,
  ...discoveryEvents,
  ...fanClubEvents,
  ...friendsEvents,
  ...groupShowsEvents,
  ...identityEvents,
  ...ledgerEvents,
  ...matchingEvents,
  ...mediaLibraryEvents,
  ...moderationEvents,
  ...platformEvents,
  ...raidsEvents,
  ...roomChatEvents,
  ...roomGamesEvents,
  ...roomsEvents,
  ...sessionsEvents,
  ...settingsEvents,
  ...sharecamEvents,
  ...showsEvents,
  ...ticketShowsEvents,
  ...tippingEvents,
  ...voyeurEvents,
  ...watchTogetherEvents,
};

export type EventName = keyof typeof eventSpecs;
export type Payload<N extends EventName> = PayloadOf<(typeof eventSpecs)[N]>;


/** An event's name and ordered fields, with its id unless it follows directly after the event before it. */
export type Template =
  | readonly [name: string, fields: readonly string[]]
  | readonly [name: string, fields: readonly string[], id: number];

/** The list of an edition, as a page that speaks that edition numbers events and fields (W20). */
export function templateListOf(edition: number): readonly Template[] {
  let next = 0;
  return Object.entries(eventSpecs as Readonly<Record<string, EventSpec>>)
    .filter(([, { since = 1 }]) => since <= edition)
    .toSorted(([, a], [, b]) => a.id - b.id)
    .map(([name, { id, fields, added = {} }]): Template => {
      const known = Object.keys(fields).filter((field) => (added[field] ?? 1) <= edition);
      const isNext = id === next;
      next = id + 1;
      return isNext ? [name, known] : [name, known, id];
    });
}

/** The list of the newest edition. */
export const templateList: readonly Template[] = templateListOf(TEMPLATE_EDITION);
