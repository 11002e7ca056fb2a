import { DAY_MS } from '@klieg/kernel/time';
import { meStore } from '../../shared/me/me-store.ts';
import { readLocal, writeLocal } from '../../shared/local-store.ts';

/** At most one popunder in this many milliseconds (CONSTANTS-018). */
export const POPUNDER_EVERY_MS = DAY_MS;
const KEY = 'popunder';

const lastAt = (): number | undefined =>
  readLocal(KEY, (value) => (typeof value === 'number' ? value : undefined));

/**
 * Whether it is time for one; it counts from now on. Never where nothing can be kept, since it would come each time.
 */
function takeTurn(nowMs: number): boolean {
  const last = lastAt();
  if (last !== undefined && last <= nowMs && nowMs - last < POPUNDER_EVERY_MS) return false;
  writeLocal(KEY, nowMs);
  return lastAt() === nowMs;
}

/** The link to another page of this site that a plain press follows; undefined for every other press. */
function followedLink(event: MouseEvent): HTMLAnchorElement | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
  if (!link || link.target !== '' || link.hasAttribute('download')) return undefined;
  const to = new URL(link.href, location.href);
  return to.origin === location.origin && to.pathname !== location.pathname ? link : undefined;
}

/** Who performs may be on air, and stays. */
const isPerformer = (): boolean => {
  const me = meStore.get();
  return me.kind === 'unknown' || me.current.user.type === 'model';
};

/**
 * Opens the next page that somebody follows a link to in a new tab, and sends this one away, at most once a day. Where
 * the browser opens no tab the link leads where it always does.
 * @returns stops it
 */
export function offerPopunder(
  url: string,
  leave: (url: string) => void = (address) => location.assign(address),
): () => void {
  const end = new AbortController();
  document.addEventListener(
    'click',
    (event) => {
      const link = followedLink(event);
      if (!link || isPerformer() || !takeTurn(Date.now())) return;
      const tab = open(link.href, '_blank');
      if (!tab) return;
      tab.opener = null;
      event.preventDefault();
      event.stopPropagation();
      leave(url);
    },
    { capture: true, signal: end.signal },
  );
  return () => end.abort();
}
