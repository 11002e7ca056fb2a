import type { Settings } from '@klieg/contract';
import type { BillingFeature } from '../features/billing/index.ts';
import { broadcastSettings } from '../features/broadcast/index.ts';
import { directMessagesSettings } from '../features/direct-messages/index.ts';
import { fanClubSettings } from '../features/fan-club/index.ts';
import { identitySettings } from '../features/identity/index.ts';
import type { LedgerFeature } from '../features/ledger/index.ts';
import { mediaLibrarySettings } from '../features/media-library/index.ts';
import { makeReUpSettings } from '../features/re-up/index.ts';
import { roomChatSettings } from '../features/room-chat/index.ts';
import { roomsSettings } from '../features/rooms/index.ts';
import { type RoomSetting, type SettingsParts, settingsToCome, viewsOf } from '../features/settings/index.ts';
import { sharecamSettings } from '../features/sharecam/index.ts';
import { makeShowsSettings } from '../features/shows/index.ts';
import { tippingSettings } from '../features/tipping/index.ts';
import type { Kit } from '../platform/kit.ts';
import { joinViews } from '../platform/parts/index.ts';

/**
 * What features do with settings, of one list, so that a part that rooms show is asked of changes too; the
 * compiler tells which key of a room's settings has no owner or two.
 */
export function joinSettingsParts(
  kit: Kit,
  features: { readonly billing: BillingFeature; readonly ledger: Pick<LedgerFeature, 'settingsPart'> },
): SettingsParts {
  const parts = [
    identitySettings,
    features.ledger.settingsPart,
    broadcastSettings,
    directMessagesSettings,
    fanClubSettings,
    mediaLibrarySettings,
    makeReUpSettings({ ...kit, billing: features.billing }),
    roomChatSettings,
    roomsSettings,
    settingsToCome,
    sharecamSettings,
    makeShowsSettings(kit),
    tippingSettings,
  ] as const;
  return { inRoom: joinViews<Settings, RoomSetting>()(viewsOf(parts)), parts };
}
