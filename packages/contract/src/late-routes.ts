import { actsRoutes } from './acts/routes.ts';
import { ageCheckRoutes } from './age-check/routes.ts';
import { bannersRoutes } from './banners/routes.ts';
import { trackingLateRoutes } from './tracking/routes.ts';
import { tipSplitRoutes } from './tip-split/routes.ts';
import { roomGamesRoutes } from './room-games/routes.ts';
import { moderationLateRoutes } from './moderation/routes.ts';
import { notificationsRoutes } from './notifications/routes.ts';
import { onboardingRoutes } from './onboarding/routes.ts';
import { oauthRoutes } from './oauth/routes.ts';
import { partnersRoutes } from './partners/routes.ts';
import { peopleRoutes } from './people/routes.ts';
import { consentsRoutes } from './consents/routes.ts';
import { complaintDeskRoutes } from './complaint-desk/routes.ts';
import { contentPagesRoutes } from './content-pages/routes.ts';
import { announcementsRoutes } from './announcements/routes.ts';
import { contestsRoutes } from './contests/routes.ts';
import { savedSearchesRoutes } from './saved-searches/routes.ts';
import { ledgerRoutes } from './ledger/routes.ts';
import { identityLateRoutes } from './identity/routes.ts';
import { dataRightsRoutes } from './data-rights/routes.ts';
import { linkedAccountsRoutes } from './linked-accounts/routes.ts';
import { billingRoutes } from './billing/routes.ts';
import { broadcastLateRoutes } from './broadcast/routes.ts';
import { cardsRoutes } from './cards/routes.ts';
import { credentialsRoutes } from './credentials/routes.ts';
import { discoveryRoutes } from './discovery/routes.ts';
import { firstOwnerRoutes } from './first-owner/routes.ts';
import { emailSubscriptionRoutes } from './email-subscription/routes.ts';
import { earningsRoutes } from './earnings/routes.ts';
import { mediaLibraryRoutes } from './media-library/routes.ts';
import { membershipsRoutes } from './memberships/routes.ts';
import { playbackRoutes } from './playback/routes.ts';
import { postPayRoutes } from './post-pay/routes.ts';
import { reUpRoutes } from './re-up/routes.ts';
import { relaysRoutes } from './relays/routes.ts';
import { reportsRoutes } from './reports/routes.ts';
import { sharecamRoutes } from './sharecam/routes.ts';
import { coShowsRoutes } from './co-shows/routes.ts';
import { groupShowsRoutes } from './group-shows/routes.ts';
import { fanClubRoutes } from './fan-club/routes.ts';
import { phonesRoutes } from './phones/routes.ts';
import { profileRoutes } from './profile/routes.ts';
import { promoRoutes } from './promo/routes.ts';
import { pushRoutes } from './push/routes.ts';
import { raidsRoutes } from './raids/routes.ts';
import { scheduleRoutes } from './schedule/routes.ts';
import { secondFactorRoutes } from './second-factor/routes.ts';
import { showsRoutes } from './shows/routes.ts';
import { supportRoutes } from './support/routes.ts';
import { ticketShowsRoutes } from './ticket-shows/routes.ts';
import { voyeurRoutes } from './voyeur/routes.ts';
import { watchTogetherRoutes } from './watch-together/routes.ts';

/** Method and path of calls of rarely opened dialogs and pages: loaded at the first such call. */
export const lateRoutes = {
  ...actsRoutes,
  ...ageCheckRoutes,
  ...bannersRoutes,
  ...trackingLateRoutes,
  ...moderationLateRoutes,
  ...notificationsRoutes,
  ...onboardingRoutes,
  ...oauthRoutes,
  ...partnersRoutes,
  ...peopleRoutes,
  ...consentsRoutes,
  ...complaintDeskRoutes,
  ...contentPagesRoutes,
  ...announcementsRoutes,
  ...contestsRoutes,
  ...savedSearchesRoutes,
  ...ledgerRoutes,
  ...identityLateRoutes,
  ...dataRightsRoutes,
  ...linkedAccountsRoutes,
  ...billingRoutes,
  ...broadcastLateRoutes,
  ...cardsRoutes,
  ...credentialsRoutes,
  ...discoveryRoutes,
  ...firstOwnerRoutes,
  ...earningsRoutes,
  ...emailSubscriptionRoutes,
  ...mediaLibraryRoutes,
  ...membershipsRoutes,
  ...playbackRoutes,
  ...postPayRoutes,
  ...reUpRoutes,
  ...relaysRoutes,
  ...reportsRoutes,
  ...sharecamRoutes,
  ...coShowsRoutes,
  ...groupShowsRoutes,
  ...fanClubRoutes,
  ...phonesRoutes,
  ...profileRoutes,
  ...promoRoutes,
  ...pushRoutes,
  ...raidsRoutes,
  ...scheduleRoutes,
  ...secondFactorRoutes,
  ...showsRoutes,
  ...supportRoutes,
  ...ticketShowsRoutes,
  ...voyeurRoutes,
  ...watchTogetherRoutes,
  ...tipSplitRoutes,
  ...roomGamesRoutes,
};
