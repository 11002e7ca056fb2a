import { useEffect } from 'react';
import { useLocation } from 'react-router';

/**
 * Counts and remembers what this browser's person has agreed to; the code for it comes only where somebody has agreed
 * or was brought by an advert or a partner, and so is asked.
 */
export function useMeasuring(): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (/cookie_consent=\d*1/u.test(document.cookie) || /[?&](?:\w+_id|prg|tour|gclid|u[1-4])=/u.test(search))
      void import('../../features/tracking/measuring.ts').then((code) => code.measureView(pathname));
    // oxlint-disable-next-line react/exhaustive-deps -- another query is no other view
  }, [pathname]);
}
