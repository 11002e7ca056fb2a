import type { BannerAudience } from '@klieg/contract';
import { isHostOf } from '../../platform/http/index.ts';

/** Banners that there may be at once. */
export const BANNERS_MAX = 50;

/** When a banner runs; the end is exclusive. */
export interface BannerTimes {
  readonly startsAt: Date;
  readonly endsAt: Date | null;
}

/** Whether a banner is running, upcoming or over. */
export function bannerState({ startsAt, endsAt }: BannerTimes, nowMs: number): 'open' | 'waits' | 'over' {
  if (endsAt !== null && endsAt.getTime() <= nowMs) return 'over';
  return startsAt.getTime() <= nowMs ? 'open' : 'waits';
}

/** The caller, as far as banners depend on it; null: a guest. */
export type BannerViewer = { readonly type: string; readonly membership: string | null } | null;

/** Models and members with a membership see none (SHELL-034, SHELL-035). */
export function isShownTo(audience: BannerAudience, viewer: BannerViewer): boolean {
  if (viewer === null) return audience === 'all' || audience === 'guest';
  if (viewer.type === 'model' || viewer.membership !== null) return false;
  return audience === 'all' || audience === 'viewer';
}

const OWN_PATH = /^\/(?![/\\])[^\s\\]*$/;

/** A banner leads to a path of this site, or by https to a host of the list or its subdomain. */
export function isAllowedLink(url: string, hosts: readonly string[]): boolean {
  // Browsers resolve dots first: `/.//other.example` is not a path of this site for every reader.
  if (OWN_PATH.test(url)) return OWN_PATH.test(new URL(url, 'https://own').pathname);
  const parsed = URL.parse(url);
  if (parsed?.protocol !== 'https:' || parsed.username !== '' || parsed.password !== '') return false;
  return isHostOf(parsed.hostname, hosts);
}
