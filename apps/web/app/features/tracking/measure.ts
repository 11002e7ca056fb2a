import type { SiteConfig } from '@klieg/contract';
import type { Consent } from '@klieg/contract/features/tracking/consent';
import { lateApi } from '../../shared/api/late-client.ts';
import { whenCsrf } from '../../shared/api/csrf.ts';
import { readConsent } from '../../shared/consent.ts';
import { meStore } from '../../shared/me/me-store.ts';
import { isFirstInSession } from '../../shared/first-in-session.ts';
import { readVisitQuery } from '../../shared/visit-query.ts';
import { sendFingerprint } from './fingerprint.ts';
import { dropFingerprint } from './fingerprint-cache.ts';
import { countPageEvents } from './page-events.ts';
import { offerPopunder } from './popunder.ts';
import { drawOfVisit, NO_SOURCES, sourceTag } from './source-tag.ts';
import { dropTracking, keepTracking } from './visit-tracking.ts';
import { waitForIdentifier } from './wait-for-identifier.ts';

/** Shows the pixel once per browser session (TRACKING-LOGGING-013). */
export function showPixel(advertId: string | undefined): void {
  if (!isFirstInSession('pixel')) return;
  const query = new URLSearchParams({ ...(advertId !== undefined && { advert_id: advertId }), e: 'visit' });
  new Image().src = `/api/v1/pixel.gif?${query}`;
}

/** Tells where this visit came from, once for each that is new. */
function tellVisit(): void {
  const { search, pathname } = location;
  const query = new URLSearchParams(search);
  const { tracking, isNew } = keepTracking({
    query,
    pathname,
    referrer: document.referrer,
    nowMs: Date.now(),
  });
  showPixel(tracking.advert_id);
  if (!isNew) return;
  whenCsrf()
    .then(() => lateApi.sendTracking({ body: tracking }))
    .catch(() => undefined);
}

/** The visitor; undefined until known. */
const readMe = () => {
  const me = meStore.get();
  return me.kind === 'unknown' ? undefined : me;
};

let isSending = false;

/** Sends the visitor's fingerprint, on a VPN only if the address asks for it (TRACKING-LOGGING-014). */
async function sendOwnFingerprint(): Promise<void> {
  if (isSending) return;
  isSending = true;
  try {
    const me = await waitForIdentifier(readMe);
    if (!me || !mayFingerprint) return;
    const isForced = new URLSearchParams(location.search).get('force_fingerprint_on_vpn') === '1';
    if (me.current.user.isOnVpn && !isForced) return;
    const linkedId = me.kind === 'member' ? String(me.current.user.id) : me.current.user.username;
    const visit = { advertId: readVisitQuery().advert_id, isPostPay: me.current.postpay };
    await sendFingerprint(linkedId, sourceTag(visit, adverts.adSources, drawOfVisit()));
  } finally {
    isSending = false;
  }
}

/** What the operator has set about adverts. */
type Adverts = Pick<SiteConfig, 'adSources' | 'popunderUrl'>;
let adverts: Adverts = { adSources: NO_SOURCES, popunderUrl: null };
let stopPopunder: (() => void) | undefined;

/** Takes the page's advert settings, before anything else. */
export const takeAdverts = ({ adSources, popunderUrl }: Adverts): void =>
  void (adverts = { adSources, popunderUrl });

/** The popunder requires that the operator has set its target, and that the visitor has agreed to adverts. */
function followPopunder(isAgreed: boolean): void {
  stopPopunder?.();
  stopPopunder = isAgreed && adverts.popunderUrl !== null ? offerPopunder(adverts.popunderUrl) : undefined;
}

let mayFingerprint = false;
let counting: ReturnType<typeof countPageEvents> | undefined;

/** Does what was agreed to from now on, and stops the rest. */
export function followConsent(consent: Consent | undefined = readConsent(document.cookie)): void {
  if (consent?.analytics) {
    counting ??= countPageEvents();
  } else {
    counting?.stop();
    counting = undefined;
  }
  if (consent?.ads) tellVisit();
  else dropTracking();
  followPopunder(consent?.ads === true);
  mayFingerprint = consent?.fingerprint === true;
  if (mayFingerprint) void sendOwnFingerprint();
  else dropFingerprint();
}

/** Counts the view of another page. */
export const countView = (pathname: string): void => counting?.view(pathname);
