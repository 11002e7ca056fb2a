import { actsErrors } from './acts/errors.ts';
import type { ErrorTable } from './error-spec.ts';
import { backOfficeErrors } from './back-office/errors.ts';
import { bannersErrors } from './banners/errors.ts';
import { billingErrors } from './billing/errors.ts';
import { blocksErrors } from './blocks/errors.ts';
import { broadcastErrors } from './broadcast/errors.ts';
import { cardsErrors } from './cards/errors.ts';
import { coShowsErrors } from './co-shows/errors.ts';
import { commonErrors } from './common/errors.ts';
import { complianceErrors } from './compliance/errors.ts';
import { complaintDeskErrors } from './complaint-desk/errors.ts';
import { contentPagesErrors } from './content-pages/errors.ts';
import { announcementsErrors } from './announcements/errors.ts';
import { contestsErrors } from './contests/errors.ts';
import { savedSearchesErrors } from './saved-searches/errors.ts';
import { credentialsErrors } from './credentials/errors.ts';
import { directMessagesErrors } from './direct-messages/errors.ts';
import { discoveryErrors } from './discovery/errors.ts';
import { fanClubErrors } from './fan-club/errors.ts';
import { firstOwnerErrors } from './first-owner/errors.ts';
import { friendsErrors } from './friends/errors.ts';
import { groupShowsErrors } from './group-shows/errors.ts';
import { identityErrors } from './identity/errors.ts';
import { ledgerErrors } from './ledger/errors.ts';
import { dataRightsErrors } from './data-rights/errors.ts';
import { oauthErrors } from './oauth/errors.ts';
import { partnersErrors } from './partners/errors.ts';
import { linkedAccountsErrors } from './linked-accounts/errors.ts';
import { mediaLibraryErrors } from './media-library/errors.ts';
import { membershipsErrors } from './memberships/errors.ts';
import { moneyDeskErrors } from './money-desk/errors.ts';
import { performerRecordsErrors } from './performer-records/errors.ts';
import { phonesErrors } from './phones/errors.ts';
import { postPayErrors } from './post-pay/errors.ts';
import { profileErrors } from './profile/errors.ts';
import { promoErrors } from './promo/errors.ts';
import { pushErrors } from './push/errors.ts';
import { ratingsErrors } from './ratings/errors.ts';
import { raidsErrors } from './raids/errors.ts';
import { reUpErrors } from './re-up/errors.ts';
import { roomChatErrors } from './room-chat/errors.ts';
import { roomGamesErrors } from './room-games/errors.ts';
import { roomsErrors } from './rooms/errors.ts';
import { scheduleErrors } from './schedule/errors.ts';
import { secondFactorErrors } from './second-factor/errors.ts';
import { settingsErrors } from './settings/errors.ts';
import { sharecamErrors } from './sharecam/errors.ts';
import { showsErrors } from './shows/errors.ts';
import { moderationErrors } from './moderation/errors.ts';
import { supportErrors } from './support/errors.ts';
import { ticketShowsErrors } from './ticket-shows/errors.ts';
import { tipSplitErrors } from './tip-split/errors.ts';
import { tippingErrors } from './tipping/errors.ts';
import { userDeskErrors } from './user-desk/errors.ts';
import { voyeurErrors } from './voyeur/errors.ts';
import { watchTogetherErrors } from './watch-together/errors.ts';

/** Every code that the product answers. */
export const errorSpecs = {
  ...actsErrors,
  ...backOfficeErrors,
  ...bannersErrors,
  ...billingErrors,
  ...blocksErrors,
  ...broadcastErrors,
  ...cardsErrors,
  ...coShowsErrors,
  ...commonErrors,
  ...complianceErrors,
  ...complaintDeskErrors,
  ...contentPagesErrors,
  ...announcementsErrors,
  ...contestsErrors,
  ...savedSearchesErrors,
  ...credentialsErrors,
  ...directMessagesErrors,
  ...discoveryErrors,
  ...fanClubErrors,
  ...firstOwnerErrors,
  ...friendsErrors,
  ...groupShowsErrors,
  ...identityErrors,
  ...ledgerErrors,
  ...dataRightsErrors,
  ...oauthErrors,
  ...partnersErrors,
  ...linkedAccountsErrors,
  ...mediaLibraryErrors,
  ...membershipsErrors,
  ...moneyDeskErrors,
  ...performerRecordsErrors,
  ...phonesErrors,
  ...postPayErrors,
  ...profileErrors,
  ...promoErrors,
  ...pushErrors,
  ...ratingsErrors,
  ...raidsErrors,
  ...reUpErrors,
  ...roomChatErrors,
  ...roomGamesErrors,
  ...roomsErrors,
  ...scheduleErrors,
  ...secondFactorErrors,
  ...settingsErrors,
  ...sharecamErrors,
  ...showsErrors,
  ...moderationErrors,
  ...supportErrors,
  ...ticketShowsErrors,
  ...tipSplitErrors,
  ...tippingErrors,
  ...userDeskErrors,
  ...voyeurErrors,
  ...watchTogetherErrors,
} as const satisfies ErrorTable;

export type ErrorCode = keyof typeof errorSpecs;
