import { actsCalls } from './acts/http.ts';
import { ageCheckCalls } from './age-check/http.ts';
import { auditCalls } from './audit/http.ts';
import { backOfficeCalls } from './back-office/http.ts';
import { bannersCalls } from './banners/http.ts';
import { billingCalls } from './billing/http.ts';
import { blocksCalls } from './blocks/http.ts';
import { brandCalls } from './brand/http.ts';
import { broadcastCalls } from './broadcast/http.ts';
import { cardsCalls } from './cards/http.ts';
import { coShowsCalls } from './co-shows/http.ts';
import { complianceCalls } from './compliance/http.ts';
import { consentsCalls } from './consents/http.ts';
import { complaintDeskCalls } from './complaint-desk/http.ts';
import { contentPagesCalls } from './content-pages/http.ts';
import { announcementsCalls } from './announcements/http.ts';
import { contestsCalls } from './contests/http.ts';
import { savedSearchesCalls } from './saved-searches/http.ts';
import { credentialsCalls } from './credentials/http.ts';
import { dataRightsCalls } from './data-rights/http.ts';
import { directMessagesCalls } from './direct-messages/http.ts';
import { discoveryCalls } from './discovery/http.ts';
import { fanClubCalls } from './fan-club/http.ts';
import { firstOwnerCalls } from './first-owner/http.ts';
import { friendsCalls } from './friends/http.ts';
import { groupShowsCalls } from './group-shows/http.ts';
import { identityCalls } from './identity/http.ts';
import { ledgerCalls } from './ledger/http.ts';
import { emailSubscriptionCalls } from './email-subscription/http.ts';
import { linkedAccountsCalls } from './linked-accounts/http.ts';
import { earningsCalls } from './earnings/http.ts';
import { mediaLibraryCalls } from './media-library/http.ts';
import { membershipsCalls } from './memberships/http.ts';
import { moneyDeskCalls } from './money-desk/http.ts';
import { notificationsCalls } from './notifications/http.ts';
import { onboardingCalls } from './onboarding/http.ts';
import { oauthCalls } from './oauth/http.ts';
import { partnersCalls } from './partners/http.ts';
import { performerRecordsCalls } from './performer-records/http.ts';
import { peopleCalls } from './people/http.ts';
import { phonesCalls } from './phones/http.ts';
import { playbackCalls } from './playback/http.ts';
import { postPayCalls } from './post-pay/http.ts';
import { profileCalls } from './profile/http.ts';
import { promoCalls } from './promo/http.ts';
import { pushCalls } from './push/http.ts';
import { raidsCalls } from './raids/http.ts';
import { ratingsCalls } from './ratings/http.ts';
import { reUpCalls } from './re-up/http.ts';
import { relaysCalls } from './relays/http.ts';
import { reportsCalls } from './reports/http.ts';
import { roomChatCalls } from './room-chat/http.ts';
import { roomGamesCalls } from './room-games/http.ts';
import { roomsCalls } from './rooms/http.ts';
import { scheduleCalls } from './schedule/http.ts';
import { secondFactorCalls } from './second-factor/http.ts';
import { sessionsCalls } from './sessions/http.ts';
import { settingsCalls } from './settings/http.ts';
import { sharecamCalls } from './sharecam/http.ts';
import { showsCalls } from './shows/http.ts';
import { moderationCalls } from './moderation/http.ts';
import { supportCalls } from './support/http.ts';
import { ticketShowsCalls } from './ticket-shows/http.ts';
import { tipSplitCalls } from './tip-split/http.ts';
import { tippingCalls } from './tipping/http.ts';
import { trackingCalls } from './tracking/http.ts';
import { userDeskCalls } from './user-desk/http.ts';
import { voyeurCalls } from './voyeur/http.ts';
import { watchTogetherCalls } from './watch-together/http.ts';

/** Every HTTP call by feature; the server serves exactly these. */
export const callsByFeature = {
  acts: actsCalls,
  'age-check': ageCheckCalls,
  audit: auditCalls,
  'back-office': backOfficeCalls,
  banners: bannersCalls,
  billing: billingCalls,
  blocks: blocksCalls,
  brand: brandCalls,
  broadcast: broadcastCalls,
  cards: cardsCalls,
  'co-shows': coShowsCalls,
  compliance: complianceCalls,
  consents: consentsCalls,
  'complaint-desk': complaintDeskCalls,
  'content-pages': contentPagesCalls,
  announcements: announcementsCalls,
  contests: contestsCalls,
  'saved-searches': savedSearchesCalls,
  credentials: credentialsCalls,
  'data-rights': dataRightsCalls,
  'direct-messages': directMessagesCalls,
  discovery: discoveryCalls,
  'fan-club': fanClubCalls,
  'first-owner': firstOwnerCalls,
  friends: friendsCalls,
  'group-shows': groupShowsCalls,
  identity: identityCalls,
  ledger: ledgerCalls,
  'linked-accounts': linkedAccountsCalls,
  earnings: earningsCalls,
  'email-subscription': emailSubscriptionCalls,
  'media-library': mediaLibraryCalls,
  memberships: membershipsCalls,
  'money-desk': moneyDeskCalls,
  notifications: notificationsCalls,
  onboarding: onboardingCalls,
  oauth: oauthCalls,
  partners: partnersCalls,
  people: peopleCalls,
  'performer-records': performerRecordsCalls,
  phones: phonesCalls,
  playback: playbackCalls,
  'post-pay': postPayCalls,
  profile: profileCalls,
  promo: promoCalls,
  push: pushCalls,
  raids: raidsCalls,
  ratings: ratingsCalls,
  're-up': reUpCalls,
  relays: relaysCalls,
  reports: reportsCalls,
  'room-chat': roomChatCalls,
  'room-games': roomGamesCalls,
  rooms: roomsCalls,
  schedule: scheduleCalls,
  'second-factor': secondFactorCalls,
  sessions: sessionsCalls,
  settings: settingsCalls,
  sharecam: sharecamCalls,
  shows: showsCalls,
  moderation: moderationCalls,
  support: supportCalls,
  'ticket-shows': ticketShowsCalls,
  'tip-split': tipSplitCalls,
  tipping: tippingCalls,
  tracking: trackingCalls,
  'user-desk': userDeskCalls,
  voyeur: voyeurCalls,
  'watch-together': watchTogetherCalls,
};

/** Every HTTP call by its name. */
export const api = {
  ...actsCalls,
  ...ageCheckCalls,
  ...auditCalls,
  ...backOfficeCalls,
  ...bannersCalls,
  ...billingCalls,
  ...blocksCalls,
  ...brandCalls,
  ...broadcastCalls,
  ...cardsCalls,
  ...coShowsCalls,
  ...complianceCalls,
  ...consentsCalls,
  ...complaintDeskCalls,
  ...contentPagesCalls,
  ...announcementsCalls,
  ...contestsCalls,
  ...savedSearchesCalls,
  ...credentialsCalls,
  ...dataRightsCalls,
  ...directMessagesCalls,
  ...discoveryCalls,
  ...fanClubCalls,
  ...firstOwnerCalls,
  ...friendsCalls,
  ...groupShowsCalls,
  ...identityCalls,
  ...ledgerCalls,
  ...linkedAccountsCalls,
  ...earningsCalls,
  ...emailSubscriptionCalls,
  ...mediaLibraryCalls,
  ...membershipsCalls,
  ...moneyDeskCalls,
  ...notificationsCalls,
  ...onboardingCalls,
  ...oauthCalls,
  ...partnersCalls,
  ...peopleCalls,
  ...performerRecordsCalls,
  ...phonesCalls,
  ...playbackCalls,
  ...postPayCalls,
  ...profileCalls,
  ...promoCalls,
  ...pushCalls,
  ...raidsCalls,
  ...ratingsCalls,
  ...reUpCalls,
  ...relaysCalls,
  ...reportsCalls,
  ...roomChatCalls,
  ...roomGamesCalls,
  ...roomsCalls,
  ...scheduleCalls,
  ...secondFactorCalls,
  ...sessionsCalls,
  ...settingsCalls,
  ...sharecamCalls,
  ...showsCalls,
  ...moderationCalls,
  ...supportCalls,
  ...ticketShowsCalls,
  ...tipSplitCalls,
  ...tippingCalls,
  ...trackingCalls,
  ...userDeskCalls,
  ...voyeurCalls,
  ...watchTogetherCalls,
};
export type Api = typeof api;
