import { serveBlocks } from '../features/blocks/index.ts';
import { maskAddress } from '../features/credentials/index.ts';
import { serveFanClub } from '../features/fan-club/index.ts';
import { type MeParts, serveIdentity } from '../features/identity/index.ts';
import { serveLedger } from '../features/ledger/index.ts';
import { serveMediaLibrary } from '../features/media-library/index.ts';
import { serveOauth } from '../features/oauth/index.ts';
import { servePartners } from '../features/partners/index.ts';
import { servePeople } from '../features/people/index.ts';
import { type RoomParts, serveRooms } from '../features/rooms/index.ts';
import { serveSecondFactor } from '../features/second-factor/index.ts';
import type { SiteCaller } from '../features/sessions/index.ts';
import type { Kit } from '../platform/kit.ts';
import type { Features } from './compose-features.ts';

export type Joined = ReturnType<typeof serveJoined>;

/** Calls of lower features that answer with what higher ones know: served when all of them are there. */
export function serveJoined(
  kit: Kit,
  features: Features,
  parts: { readonly room: RoomParts; readonly me: MeParts },
) {
  const { sessions } = features;
  const me = serveIdentity<SiteCaller>(kit, {
    ...features,
    parts: parts.me,
    openSession: sessions.logins.open,
    guardJoining: sessions.guardJoining,
    isLive: features.rooms.isOpen,
    reloadPages: sessions.reloadPages,
    issueNodeToken: (caller) => sessions.nodeTokens.issue(caller, null),
    greet: sessions.logins.greet,
    ageOf: features.ageCheck.ageOf,
    supportContact: features.supportEmail,
    statementOf: features.userDesk.statementOf,
    appealStateOf: features.moderation.appealStateOf,
    accepted: features.contentPages.accepted,
  });
  return {
    rooms: serveRooms(kit, { ...features, parts: parts.room }),
    me,
    profile: features.profile.serve(me.currentUser, [
      features.onboarding.cases,
      features.consents.reviews,
      features.mediaLibrary.reviews,
      features.fanClub.reviews,
    ]),
    secondFactor: serveSecondFactor<SiteCaller>(kit, {
      ...features,
      openSession: sessions.logins.open,
      endOthers: sessions.endOthers,
      isKnownBrowser: (caller, accountId) => sessions.accountsOfBrowser(caller.browser).includes(accountId),
      siteNameOf: ({ site }) => features.sites.brandOf(site).display_name,
    }),
    partners: servePartners<SiteCaller>(kit, {
      ...features,
      openSession: sessions.logins.open,
      greet: sessions.logins.greet,
      beginSecondStep: features.secondFactor.secondStep.begin,
      register: me.register,
      maskAddress,
    }),
    oauth: serveOauth(kit, {
      ...features,
      openSession: sessions.logins.open,
      beginSecondStep: features.secondFactor.secondStep.begin,
      register: me.register,
      confirmAddress: features.credentials.confirmProven,
      hasPasskey: async (id) => (await features.secondFactor.passkeyNamesOf(id)).length > 0,
      maskAddress,
    }),
    people: servePeople(kit, features),
    fanClub: serveFanClub(kit, features),
    mediaLibrary: serveMediaLibrary(kit, features),
    ledger: serveLedger<SiteCaller>(kit, {
      ...features,
      ...features.billing.purchaseLimit,
      limitRaise: features.settings.limitRaise,
      mediaNamesOf: features.mediaLibrary.mediaNamesOf,
      siteNameOf: ({ site }) => features.sites.brandOf(site).display_name,
    }),
    blocks: serveBlocks(features),
    userDesk: features.userDesk.serve(parts.me),
  };
}
