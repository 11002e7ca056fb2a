import type { Me } from '../../shared/me/me-store.ts';
import { isAgeUnverified } from '../../shared/me/must-verify-age.ts';

/** Pages on which the dialog does not open automatically (BILLING-060). */
const QUIET_PAGES = new Set(['/affiliates', '/free-register/connect', '/models/signup']);

/** Whether to tell somebody once, automatically, that they pay later (BILLING-059, BILLING-060). */
export function tellsOnce(
  me: Me,
  page: { readonly pathname: string; readonly wasTold: boolean; readonly isFree: boolean },
): boolean {
  if (me.kind !== 'member' || !me.current.postpay || isAgeUnverified(me.current)) return false;
  return !page.wasTold && page.isFree && !QUIET_PAGES.has(page.pathname.replace(/(?<=.)\/+$/u, ''));
}

/** Limits that are offered, in tokens: hundreds up to the most, the most itself among them. */
export function limitChoices(offeredTokens: number): readonly number[] {
  return [100, 250, 500, 1_000, 2_500, 5_000, offeredTokens]
    .filter((tokens, at, all) => tokens <= offeredTokens && tokens >= 100 && all.indexOf(tokens) === at)
    .toSorted((a, b) => a - b);
}
