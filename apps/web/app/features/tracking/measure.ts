import type { Consent } from '@klieg/contract/features/tracking/consent';
import { lateApi } from '../../shared/api/late-client.ts';
import { whenCsrf } from '../../shared/api/csrf.ts';
import { readConsent } from '../../shared/consent.ts';
import { meStore } from '../../shared/me/me-store.ts';
import { isFirstInSession } from '../../shared/first-in-session.ts';
import { readVisitQuery } from '../../shared/visit-query.ts';
import { sendFingerprint } from './fingerprint.ts';
import { countPageEvents } from './page-events.ts';
import { dropTracking, keepTracking } from './visit-tracking.ts';

/** Shows the pixel once in a session of this browser (TRACKING-LOGGING-013). */
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

let isFingerprintSent = false;

/**
 * Sends the fingerprint as soon as it is known who looks at the page, on a VPN only where the address asks for it
 * (TRACKING-LOGGING-014).
 */
function fingerprintOnce(): void {
  const me = meStore.get();
  if (me.kind === 'unknown' || isFingerprintSent) return;
  const isForced = new URLSearchParams(location.search).get('force_fingerprint_on_vpn') === '1';
  if (me.current.user.isOnVpn && !isForced) return;
  isFingerprintSent = true;
  const linkedId = me.kind === 'member' ? String(me.current.user.id) : me.current.user.username;
  void sendFingerprint(linkedId, readVisitQuery().advert_id ?? 'direct');
}

let counting: ReturnType<typeof countPageEvents> | undefined;
let stopMe: (() => void) | undefined;

/** Does what was agreed to, from now on, and no more of what was not. */
export function followConsent(consent: Consent | undefined = readConsent(document.cookie)): void {
  if (consent?.analytics) {
    counting ??= countPageEvents();
  } else {
    counting?.stop();
    counting = undefined;
  }
  if (consent?.ads) tellVisit();
  else dropTracking();
  stopMe?.();
  stopMe = undefined;
  if (!consent?.fingerprint) return;
  stopMe = meStore.subscribe(fingerprintOnce);
  fingerprintOnce();
}

/** Counts that another page is looked at. */
export const countView = (pathname: string): void => counting?.view(pathname);
