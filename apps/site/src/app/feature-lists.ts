import type { callsByFeature } from '@klieg/contract';
import type { FlatMe, MeAsk, MeParts } from '../features/identity/index.ts';
import type { FlatRoom, RoomAsk, RoomParts } from '../features/rooms/index.ts';
import { matchingToCome } from '../features/matching/index.ts';
import type { AskedCondition } from '../features/permissions/index.ts';
import { studiosToCome } from '../features/studios/index.ts';
import type { SiteCaller } from '../features/sessions/index.ts';
import type { Conditions, Handlers } from '../platform/http/index.ts';
import { joinParts, joinShares } from '../platform/parts/index.ts';
import type { Features } from './compose-features.ts';
import type { Joined } from './serve-joined.ts';

/* One line for each feature that has a part in something: the calls, a room's answer, the answer about oneself, the conditions. */

/** The handlers of all calls; one that is missing does not compile. */
export type AllHandlers = {
  readonly [F in keyof typeof callsByFeature]: Handlers<(typeof callsByFeature)[F], SiteCaller>;
};

export const listHandlers = (features: Features, joined: Joined): AllHandlers => ({
  acts: features.acts.handlers,
  'age-check': features.ageCheck.handlers,
  billing: { ...features.billing.handlers, ...features.billingCare.handlers },
  audit: features.audit.handlers,
  'back-office': features.backOffice.handlers,
  announcements: features.announcements.handlers,
  banners: features.banners.handlers,
  blocks: joined.blocks.handlers,
  brand: features.brand.handlers,
  broadcast: features.broadcast.handlers,
  cards: features.cards.handlers,
  'co-shows': features.coShows.handlers,
  compliance: features.compliance.handlers,
  consents: features.consents.handlers,
  'complaint-desk': features.complaintDesk.handlers,
  'content-pages': { ...features.contentPages.handlers, ...features.contentDesk.handlers },
  contests: features.contests.handlers,
  'saved-searches': features.savedSearches.handlers,
  credentials: features.credentials.handlers,
  'data-rights': features.dataRights.handlers,
  'direct-messages': features.directMessages.handlers,
  discovery: features.discovery.handlers,
  earnings: features.earnings.handlers,
  'email-subscription': features.emailSubscription.handlers,
  'fan-club': joined.fanClub.handlers,
  'first-owner': features.firstOwner.handlers,
  friends: features.friends.handlers,
  'group-shows': features.groupShows.handlers,
  identity: joined.me.handlers,
  ledger: joined.ledger.handlers,
  'linked-accounts': features.linkedAccounts.handlers,
  'media-library': joined.mediaLibrary.handlers,
  memberships: features.memberships.handlers,
  'money-desk': features.moneyDesk.handlers,
  moderation: features.moderation.handlers,
  notifications: features.notifications.handlers,
  onboarding: features.onboarding.handlers,
  oauth: joined.oauth.handlers,
  partners: joined.partners.handlers,
  people: joined.people.handlers,
  'performer-records': features.performerRecords.handlers,
  phones: features.phones.handlers,
  'post-pay': features.postPay.handlers,
  profile: joined.profile.handlers,
  promo: features.promo.handlers,
  push: features.push.handlers,
  raids: features.raids.handlers,
  're-up': features.reUp.handlers,
  ratings: features.ratings.handlers,
  playback: features.playback.handlers,
  relays: features.relays.handlers,
  reports: features.reports.handlers,
  'room-chat': features.roomChat.handlers,
  'room-games': features.roomGames.handlers,
  rooms: joined.rooms.handlers,
  schedule: features.schedule.handlers,
  'second-factor': joined.secondFactor.handlers,
  sessions: features.sessions.handlers,
  settings: features.settings.handlers,
  sharecam: features.sharecam.handlers,
  shows: features.shows.handlers,
  support: features.support.handlers,
  'ticket-shows': features.ticketShows.handlers,
  'tip-split': features.tipSplit.handlers,
  tipping: features.tipping.handlers,
  tracking: features.tracking.handlers,
  'user-desk': joined.userDesk.handlers,
  voyeur: features.voyeur.handlers,
  'watch-together': features.watchTogether.handlers,
});

/** The answer about a room; the compiler tells which key has no owner or two. */
export const joinRoomParts = (features: Features): RoomParts =>
  joinParts<RoomAsk, FlatRoom>()([
    features.rooms.roomPart,
    features.tipping.roomPart,
    features.ratings.roomPart,
    features.friends.roomPart,
    features.broadcast.roomPart,
    features.roomChat.roomPart,
    features.discovery.roomPart,
    features.fanClub.roomPart,
    matchingToCome,
    features.roomGames.roomPart,
    features.shows.roomPart,
    studiosToCome,
    features.ticketShows.roomPart,
    features.groupShows.roomPart,
    features.tipSplit.roomPart,
    features.raids.roomPart,
    features.coShows.roomPart,
    features.voyeur.roomPart,
  ]);

/** The answer about oneself. */
export const joinMeParts = (features: Features): MeParts =>
  joinParts<MeAsk, FlatMe>()([
    features.identity.mePart,
    features.profile.mePart,
    features.onboarding.mePart,
    features.secondFactor.mePart,
    features.linkedAccounts.mePart,
    features.wallet.mePart,
    features.billing.mePart,
    features.memberships.mePart,
    features.postPay.mePart,
    features.promo.mePart,
    features.rooms.mePart,
    features.notifications.mePart,
    features.directMessages.mePart,
    features.roomChat.mePart,
    features.fanClub.mePart,
    features.mediaLibrary.mePart,
    features.discovery.mePart,
    features.tracking.mePart,
  ]);

/** What calls and permissions ask beside who somebody is; the compiler tells which condition has no owner or two. */
export const joinConditions = (features: Features): Conditions<AskedCondition, SiteCaller> =>
  joinShares<Conditions<AskedCondition, SiteCaller>>()([
    features.identity.conditions,
    features.sessions.conditions,
    features.rooms.conditions,
    features.billing.conditions,
    features.linkedAccounts.conditions,
    features.ageCheck.conditions,
  ]);
