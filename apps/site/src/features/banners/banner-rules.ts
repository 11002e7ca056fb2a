import type { BannerAudience } from '@klieg/contract';
import { isHostOf } from '../../platform/http/index.ts';

/** Banners that there may be at once. */
export const BANNERS_MAX = 50;

/** When a banner runs; the end is the first moment at which it does not. */
export interface BannerTimes {
  readonly startsAt: Date;
  readonly endsAt: Date | null;
}

/** Whether a banner runs now, later or no more. */
export function bannerState({ startsAt, endsAt }: BannerTimes, nowMs: number): 'open' | 'waits' | 'over' {
  if (endsAt !== null && endsAt.getTime() <= nowMs) return 'over';
  return startsAt.getTime() <= nowMs ? 'open' : 'waits';
}

/** Who asks, as far as banners depend on it; null: a guest. */
export type BannerViewer = { readonly type: string; readonly membership: string | null } | null;

/** Models and members with a membership are shown none (SHELL-034, SHELL-035). */
export function isShownTo(audience: BannerAudience, viewer: BannerViewer): boolean {
  if (viewer === null) return audience === 'all' || audience === 'guest';
  if (viewer.type === 'model' || viewer.membership !== null) return false;
  return audience === 'all' || audience === 'viewer';
}

const OWN_PATH = /^\/(?![/\\])[^\s\\]*$/;

/** A banner leads to a path of this site, or by https to a host of the list or a subdomain of one. */
export function isAllowedLink(url: string, hosts: readonly string[]): boolean {
  // Browsers resolve dots first: `/.//other.example` is no path of this site for everybody who reads it.
  if (OWN_PATH.test(url)) return OWN_PATH.test(new URL(url, 'https://own').pathname);
  const parsed = URL.parse(url);
  if (parsed?.protocol !== 'https:' || parsed.username !== '' || parsed.password !== '') return false;
  return isHostOf(parsed.hostname, hosts);
}
