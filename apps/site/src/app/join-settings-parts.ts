import type { Settings } from '@klieg/contract';
import { broadcastSettings } from '../features/broadcast/index.ts';
import { directMessagesSettings } from '../features/direct-messages/index.ts';
import { fanClubSettings } from '../features/fan-club/index.ts';
import { identitySettings } from '../features/identity/index.ts';
import type { LedgerFeature } from '../features/ledger/index.ts';
import { roomChatSettings } from '../features/room-chat/index.ts';
import { roomsSettings } from '../features/rooms/index.ts';
import { type RoomSetting, type SettingsParts, settingsToCome } from '../features/settings/index.ts';
import { showsSettings } from '../features/shows/index.ts';
import { tippingSettings } from '../features/tipping/index.ts';
import type { Kit } from '../platform/kit.ts';
import { joinViews } from '../platform/parts/index.ts';

/** What features do with settings; the compiler tells which key of a room's settings has no owner or two. */
export const joinSettingsParts = (
  _kit: Kit,
  features: { readonly ledger: LedgerFeature },
): SettingsParts => ({
  inRoom: joinViews<Settings, RoomSetting>()([
    broadcastSettings.inRoom,
    directMessagesSettings.inRoom,
    fanClubSettings.inRoom,
    roomChatSettings.inRoom,
    roomsSettings.inRoom,
    settingsToCome.inRoom,
    showsSettings.inRoom,
    tippingSettings.inRoom,
  ]),
  parts: [identitySettings, features.ledger.settingsPart, showsSettings],
});
