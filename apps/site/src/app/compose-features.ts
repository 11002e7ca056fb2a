import { composeActs } from '../features/acts/index.ts';
import { composeAgeCheck } from '../features/age-check/index.ts';
import { composeAnnouncements } from '../features/announcements/index.ts';
import { composeBanners } from '../features/banners/index.ts';
import { composeBilling, composeBillingCare } from '../features/billing/index.ts';
import { composeAudit } from '../features/audit/index.ts';
import { composeBackOffice } from '../features/back-office/index.ts';
import { composeBlocks } from '../features/blocks/index.ts';
import { composeBrand, composeSites } from '../features/brand/index.ts';
import { composeBroadcast } from '../features/broadcast/index.ts';
import { composeCameras } from '../features/cameras/index.ts';
import { composeCaptcha } from '../features/captcha/index.ts';
import { composeCards } from '../features/cards/index.ts';
import { composeCoShows } from '../features/co-shows/index.ts';
import { composeCompliance } from '../features/compliance/index.ts';
import { composeConsents } from '../features/consents/index.ts';
import { composeComplaintDesk } from '../features/complaint-desk/index.ts';
import { composeContentDesk, composeContentPages } from '../features/content-pages/index.ts';
import { composeContests } from '../features/contests/index.ts';
import { composeSavedSearches } from '../features/saved-searches/index.ts';
import { composeCredentials } from '../features/credentials/index.ts';
import { composeDataRights } from '../features/data-rights/index.ts';
import { composeDirectMessages } from '../features/direct-messages/index.ts';
import { composeDiscovery } from '../features/discovery/index.ts';
import { composeEarnings } from '../features/earnings/index.ts';
import { composeEmailSubscription } from '../features/email-subscription/index.ts';
import { composeFanClub } from '../features/fan-club/index.ts';
import { composeFirstOwner } from '../features/first-owner/index.ts';
import { composeFriends } from '../features/friends/index.ts';
import { composeGroupShows } from '../features/group-shows/index.ts';
import { composeIdentity } from '../features/identity/index.ts';
import { composeLedger } from '../features/ledger/index.ts';
import { composeLinkedAccounts } from '../features/linked-accounts/index.ts';
import { composeMediaLibrary } from '../features/media-library/index.ts';
import { composeMemberships } from '../features/memberships/index.ts';
import { composeMoneyDesk } from '../features/money-desk/index.ts';
import { composeMoneyMails } from '../features/money-mails/index.ts';
import { composeNotifications } from '../features/notifications/index.ts';
import { composeOauth } from '../features/oauth/index.ts';
import { composeOnboarding } from '../features/onboarding/index.ts';
import { composePartners } from '../features/partners/index.ts';
import { composePeople } from '../features/people/index.ts';
import { composePhones } from '../features/phones/index.ts';
import { composePostPay } from '../features/post-pay/index.ts';
import { composeProfile } from '../features/profile/index.ts';
import { composePromo } from '../features/promo/index.ts';
import { composePush } from '../features/push/index.ts';
import { composeRaids } from '../features/raids/index.ts';
import { composeRatings } from '../features/ratings/index.ts';
import { composePlayback } from '../features/playback/index.ts';
import { composeRelays } from '../features/relays/index.ts';
import { composeReUp } from '../features/re-up/index.ts';
import { composePerformerRecords } from '../features/performer-records/index.ts';
import { composeSiteModeration } from '../features/moderation/index.ts';
import { composeReports } from '../features/reports/index.ts';
import { composeRoomChat } from '../features/room-chat/index.ts';
import { composeRoomGames } from '../features/room-games/index.ts';
import { composeRooms } from '../features/rooms/index.ts';
import { composeSchedule } from '../features/schedule/index.ts';
import { composeSecondFactor } from '../features/second-factor/index.ts';
import { composeSessions, type SiteCaller } from '../features/sessions/index.ts';
import { composeSettings } from '../features/settings/index.ts';
import { composeSharecam } from '../features/sharecam/index.ts';
import { composeShows } from '../features/shows/index.ts';
import { composeSupport } from '../features/support/index.ts';
import { composeTicketShows } from '../features/ticket-shows/index.ts';
import { composeTipSplit } from '../features/tip-split/index.ts';
import { composeTipping } from '../features/tipping/index.ts';
import { composeTracking } from '../features/tracking/index.ts';
import { composeWallet } from '../features/wallet/index.ts';
import { composeUserDesk } from '../features/user-desk/index.ts';
import { composeVoyeur } from '../features/voyeur/index.ts';
import { composeWatchTogether } from '../features/watch-together/index.ts';
import type { Kit } from '../platform/kit.ts';
import { joinCardParts } from './join-card-parts.ts';
import { joinSettingsParts } from './join-settings-parts.ts';
import type { GivenValues } from './given-values.ts';
import { houseOf } from './house.ts';

export type Features = ReturnType<typeof composeFeatures>['features'];

/** Accounts, money and those who look after them, lower ones first, a line each. */
const composeHouse = (kit: Kit, given: GivenValues) =>
  houseOf(kit, given)
    .add('identity', composeIdentity)
    .add('ledger', composeLedger)
    .add('sites', composeSites)
    .add('secondFactor', composeSecondFactor)
    .add('partners', composePartners)
    .add('captcha', composeCaptcha)
    .add('sessions', composeSessions)
    .add('credentials', composeCredentials)
    .add('emailSubscription', composeEmailSubscription)
    .add('linkedAccounts', composeLinkedAccounts)
    .add('phones', composePhones)
    .add('firstOwner', composeFirstOwner)
    .add('brand', composeBrand<SiteCaller>)
    .add('oauth', composeOauth)
    .add('contentPages', composeContentPages<SiteCaller>)
    .add('audit', composeAudit<SiteCaller>)
    .add('compliance', composeCompliance)
    .add('contentDesk', composeContentDesk)
    .add('banners', composeBanners)
    .add('announcements', composeAnnouncements)
    .add('wallet', composeWallet)
    .add('earnings', composeEarnings)
    .add('billing', composeBilling)
    .add('settingsParts', joinSettingsParts)
    .add('settings', composeSettings)
    .add('billingCare', composeBillingCare)
    .add('notifications', composeNotifications)
    .add('profile', composeProfile)
    .add('onboarding', composeOnboarding)
    .add('consents', composeConsents)
    .add('support', composeSupport)
    .add('push', composePush)
    .add('memberships', composeMemberships)
    .add('postPay', composePostPay)
    .add('reUp', composeReUp)
    .add('moneyMails', composeMoneyMails)
    .add('cards', composeCards)
    .add('moneyDesk', composeMoneyDesk)
    .add('promo', composePromo)
    .add('backOffice', composeBackOffice)
    .add('userDesk', composeUserDesk)
    .add('ageCheck', composeAgeCheck);

/** Every feature: the rooms, and what goes on in them and about them, on top of the house. */
export const composeFeatures = (kit: Kit, given: GivenValues) =>
  composeHouse(kit, given)
    .add('rooms', composeRooms)
    .add('people', composePeople)
    .add('blocks', composeBlocks)
    .add('friends', composeFriends)
    .add('tipping', composeTipping)
    .add('fanClub', composeFanClub)
    .add('ratings', composeRatings)
    .add('relays', composeRelays)
    .add('playback', composePlayback)
    .add('broadcast', composeBroadcast)
    .add('roomChat', composeRoomChat)
    .add('directMessages', composeDirectMessages)
    .add('mediaLibrary', composeMediaLibrary)
    .add('performerRecords', composePerformerRecords)
    .add('reports', composeReports)
    .add('complaintDesk', composeComplaintDesk)
    .add('moderation', composeSiteModeration)
    .add('roomGames', composeRoomGames)
    .add('acts', composeActs)
    .add('tipSplit', composeTipSplit)
    .add('cameras', composeCameras)
    .add('shows', composeShows)
    .add('tracking', composeTracking)
    .add('ticketShows', composeTicketShows)
    .add('groupShows', composeGroupShows)
    .add('sharecam', composeSharecam)
    .add('voyeur', composeVoyeur)
    .add('schedule', composeSchedule)
    .add('watchTogether', composeWatchTogether)
    .add('cardParts', joinCardParts)
    .add('discovery', composeDiscovery)
    .add('contests', composeContests)
    .add('savedSearches', composeSavedSearches)
    .add('raids', composeRaids)
    .add('coShows', composeCoShows)
    .add('dataRights', composeDataRights);
