import { broadcastSettings } from '../broadcast/settings.ts';
import { directMessagesSettings } from '../direct-messages/settings.ts';
import { discoverySettings } from '../discovery/settings.ts';
import { fanClubSettings } from '../fan-club/settings.ts';
import { identitySettings } from '../identity/settings.ts';
import { ledgerSettings } from '../ledger/settings.ts';
import { raidsSettings } from '../raids/settings.ts';
import { reUpSettings } from '../re-up/settings.ts';
import { roomChatSettings } from '../room-chat/settings.ts';
import { roomsSettings } from '../rooms/settings.ts';
import { sharecamSettings } from '../sharecam/settings.ts';
import { showsSettings } from '../shows/settings.ts';
import { tippingSettings } from '../tipping/settings.ts';
import { joinFields } from './fields.ts';

/** What everybody may choose; a line for each feature that owns some of it. */
export const viewerFields = joinFields([
  broadcastSettings.viewer,
  directMessagesSettings.viewer,
  discoverySettings.viewer,
  identitySettings.viewer,
  ledgerSettings.viewer,
  reUpSettings.viewer,
  roomChatSettings.viewer,
  roomsSettings.viewer,
  showsSettings.viewer,
  tippingSettings.viewer,
]);

/** What models may choose besides. */
export const modelFields = joinFields([
  broadcastSettings.model,
  discoverySettings.model,
  fanClubSettings.model,
  raidsSettings.model,
  roomChatSettings.model,
  roomsSettings.model,
  sharecamSettings.model,
  showsSettings.model,
]);
