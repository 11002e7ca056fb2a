import type { VisitTracking } from '@klieg/contract';
import { HOUR_MS } from '@klieg/kernel/time';
import { readLocal, writeLocal } from '../../shared/local-store.ts';

/** How long data about a visit is valid, in milliseconds (CONSTANTS-004). */
export const TRACKING_MS = HOUR_MS;
const KEY = 'tracking';
const TEXT = /^[A-Za-z0-9._~:/?&=%-]*$/u;
const MAX = { click_id: 128, gclid: 128, landing_page: 500, referrer: 500 } as const;
/** Names of the address, each with its own of tracking. */
const NAMES = {
  advert_id: 'advert_id',
  tour: 'tour',
  u1: 'u1',
  u2: 'u2',
  u3: 'u3',
  u4: 'u4',
  ad_id: 'ad_id',
  prg: 'campaign_id',
  click_id: 'click_id',
  gclid: 'gclid',
  sub_id: 'sub_id',
} as const;

const fits = (name: string, value: string): boolean =>
  TEXT.test(value) && value.length <= (MAX[name as keyof typeof MAX] ?? 64);

interface Visit {
  readonly query: URLSearchParams;
  readonly pathname: string;
  readonly referrer: string;
  readonly nowMs: number;
}

/** Whether an address says that an advert or a partner has brought the visitor. */
export const isFromAdvert = (query: URLSearchParams): boolean =>
  Object.keys(NAMES).some((name) => query.has(name));

/** The visit data in an address; invalid values are left out (TRACKING-LOGGING-010). */
export function trackingOf({ query, pathname, referrer, nowMs }: Visit): VisitTracking {
  const fields = Object.entries(NAMES).flatMap(([param, name]) => {
    const value = query.get(param);
    return value !== null && fits(name, value) ? [[name, value] as const] : [];
  });
  return {
    ...Object.fromEntries(fields),
    ...(fits('landing_page', pathname) && { landing_page: pathname }),
    ...(referrer !== '' && fits('referrer', referrer) && { referrer }),
    created_at: new Date(nowMs).toISOString(),
  };
}

/** The stored data about a visit; undefined after an hour. */
export function keptTracking(nowMs: number): VisitTracking | undefined {
  return readLocal(KEY, (value) => {
    const kept = value as VisitTracking | null;
    const since = Date.parse(kept?.created_at ?? '');
    return since <= nowMs && nowMs - since < TRACKING_MS ? kept! : undefined;
  });
}

/** Stores a visit's data for an hour: an advert replaces an earlier one, other addresses change nothing. */
export function keepTracking(visit: Visit): { readonly tracking: VisitTracking; readonly isNew: boolean } {
  const kept = keptTracking(visit.nowMs);
  if (kept && !isFromAdvert(visit.query)) return { tracking: kept, isNew: false };
  const tracking = trackingOf(visit);
  writeLocal(KEY, tracking);
  return { tracking, isNew: true };
}

/** Forgets it, when consent is withdrawn. */
export const dropTracking = (): void => writeLocal(KEY, null);
