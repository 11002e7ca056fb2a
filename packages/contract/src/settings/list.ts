import { aiModelsSettings } from '../ai-models/settings.ts';
import { brandSettings } from '../brand/settings.ts';
import { broadcastSettings } from '../broadcast/settings.ts';
import { directMessagesSettings } from '../direct-messages/settings.ts';
import { discoverySettings } from '../discovery/settings.ts';
import { fanClubSettings } from '../fan-club/settings.ts';
import { identitySettings } from '../identity/settings.ts';
import { ledgerSettings } from '../ledger/settings.ts';
import { matchingSettings } from '../matching/settings.ts';
import { mediaLibrarySettings } from '../media-library/settings.ts';
import { raidsSettings } from '../raids/settings.ts';
import { reUpSettings } from '../re-up/settings.ts';
import { roomChatSettings } from '../room-chat/settings.ts';
import { roomGamesSettings } from '../room-games/settings.ts';
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
  matchingSettings.viewer,
  reUpSettings.viewer,
  roomChatSettings.viewer,
  roomsSettings.viewer,
  showsSettings.viewer,
  tippingSettings.viewer,
]);

/** What models may choose besides. */
export const modelFields = joinFields([
  aiModelsSettings.model,
  brandSettings.model,
  broadcastSettings.model,
  discoverySettings.model,
  fanClubSettings.model,
  matchingSettings.model,
  mediaLibrarySettings.model,
  raidsSettings.model,
  roomChatSettings.model,
  roomGamesSettings.model,
  roomsSettings.model,
  sharecamSettings.model,
  showsSettings.model,
  tippingSettings.model,
]);
