import { createHmac } from 'node:crypto';
import type { callsByFeature, VisitTracking } from '@klieg/contract';
import { consentText, NO_CONSENT, parseConsent } from '@klieg/contract/features/tracking/consent';
import { CONSENT_COOKIE, CONSENT_DAYS } from '@klieg/contract/features/tracking/limits';
import type { AccountId, Clock } from '@klieg/kernel';
import { utcDayOf } from '@klieg/kernel/time';
import type { Handlers } from '../../platform/http/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { maskLine, maskLink, maskText } from './mask-text.ts';
import type { TrackingStore } from './tracking-store.ts';

const DAY_SECONDS = 24 * 3_600;
const FP_LENGTH = 22;
const LINE_MAX = 1_000;

interface Deps {
  readonly store: TrackingStore;
  /** Whether somebody is in a private now. */
  readonly isInPrivate: (accountId: AccountId) => Promise<boolean>;
  /** Key of the digest that is kept in place of the value that a page sends of its browser. */
  readonly key: Uint8Array;
  readonly clock: Clock;
}

type LateCalls =
  | 'sendLogs'
  | 'sendPageEvent'
  | 'sendTracking'
  | 'setConsent'
  | 'sendFingerprint'
  | 'countThumbClick';

/** A picture in a folder; other paths do not count. */
const PICTURE = /^(?:\/[\w.-]+)+\/[\w.-]+\.(?:jpe?g|png|webp|avif|gif|svg)$/i;

/** The path of a picture of this site, which may be given with its host; undefined for other sites' pictures. */
function thumbOf(url: string, publicUrl: string): string | undefined {
  const parsed = URL.parse(url, publicUrl);
  if (parsed?.origin !== new URL(publicUrl).origin) return undefined;
  return PICTURE.test(parsed.pathname) ? parsed.pathname : undefined;
}

/** Ids of adverts and clicks stay as they are, unless they hold an address or a card; of links the path stays. */
const maskVisit = (visit: VisitTracking): VisitTracking =>
  Object.fromEntries(
    Object.entries(visit).flatMap(([name, value]) => {
      if (value === undefined) return [];
      const mask = name === 'landing_page' || name === 'referrer' ? maskLink : maskText;
      return [[name, mask(value, LINE_MAX)]];
    }),
  );

/**
 * What pages report about visits: stored only with the visitor's consent, consoles only from people who were asked for
 * theirs. The answer is the same whether anything was stored or not.
 */
export function makeLateTrackingHandlers(
  deps: Deps,
): Pick<Handlers<(typeof callsByFeature)['tracking'], SiteCaller>, LateCalls> {
  const { store } = deps;
  const consentOf = (caller: SiteCaller) => parseConsent(caller.browser.consent) ?? NO_CONSENT;
  return {
    async sendLogs({ body: { logs } }, { caller }) {
      const { id, roles } = caller.account!;
      if (logs.length === 0) return { status: 1 };
      if (!roles.includes('remote_logging') && !(await deps.isInPrivate(id))) return { status: 1 };
      await store.addLogs(
        id,
        logs.map(({ level, at, text }) => ({ level, at: new Date(at), text: maskLine(text, LINE_MAX) })),
      );
      return { status: 1 };
    },
    async sendPageEvent({ body }, { caller }) {
      if (!consentOf(caller).analytics) return { status: 1 };
      const told = 'event' in body ? { name: body.event, params: {} } : body;
      const params = Object.fromEntries(
        Object.entries(told.params).map(([name, value]) => [
          maskText(name, 40),
          typeof value === 'string' ? maskLine(value, 200) : value,
        ]),
      );
      await store.addEvent(caller.key, told.name, params);
      return { status: 1 };
    },
    async sendTracking({ body }, { caller }) {
      if (consentOf(caller).ads)
        await store.putVisit(caller.key, caller.account?.id ?? null, maskVisit(body));
      return { status: 1 };
    },
    setConsent({ body }, { setCookie }) {
      const maxAgeSeconds = CONSENT_DAYS * DAY_SECONDS;
      setCookie({ name: CONSENT_COOKIE, value: consentText(body), maxAgeSeconds, isReadable: true });
      return { status: 1 };
    },
    async sendFingerprint({ body }, { caller }) {
      if (!consentOf(caller).fingerprint) return { status: 1, fp: '' };
      const fp = createHmac('sha256', deps.key)
        .update(body.visitor_id)
        .digest('base64url')
        .slice(0, FP_LENGTH);
      await store.putFingerprint(caller.key, fp, maskText(body.linked_id, 64), maskText(body.tag, 64));
      return { status: 1, fp };
    },
    async countThumbClick({ body }, { caller }) {
      const thumb = thumbOf(body.thumbUrl, caller.site.publicUrl);
      const day = utcDayOf(deps.clock.now());
      if (thumb !== undefined && consentOf(caller).analytics)
        await store.addThumbClick(maskText(thumb, 200), day);
      return { status: 1 };
    },
  };
}
