import { useEffect, useState } from 'react';
import { track } from '#app/shared/track.ts';
import { readLocal, writeLocal } from '#app/shared/local-store.ts';

const SEEN = 'guest-overlay-seen';
const isTrue = (value: unknown): true | undefined => (value === true ? true : undefined);

/**
 * When the guest overlay covers the picture, in milliseconds (CONSTANTS-005): at once with vidstop=now or
 * when this browser has seen it before, after one minute with vidstop=1, else after two.
 */
export function overlayDelayMs(vidstop: string | null, wasSeen: boolean): number {
  if (vidstop === 'now' || wasSeen) return 0;
  return vidstop === '1' ? 60_000 : 120_000;
}

/** Whether the overlay is shown; only ever to guests, and remembered in this browser. */
export function useGuestOverlay(isGuest: boolean, vidstop: string | null): boolean {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isGuest) return undefined;
    const show = () => {
      setShown(true);
      writeLocal(SEEN, true);
      track('overlay_shown');
    };
    const timer = setTimeout(show, overlayDelayMs(vidstop, readLocal(SEEN, isTrue) ?? false));
    return () => clearTimeout(timer);
  }, [isGuest, vidstop]);
  return isGuest && isShown;
}
