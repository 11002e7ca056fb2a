import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useSiteConfig } from '../../shared/site.ts';

/**
 * Counts and remembers what this browser's person has agreed to; the code for it comes only where somebody has agreed
 * or was brought by an advert or a partner, and so is asked.
 */
export function useMeasuring(): void {
  const { pathname, search } = useLocation();
  const config = useSiteConfig();
  useEffect(() => {
    if (/cookie_consent=\d*1/u.test(document.cookie) || /[?&](?:\w+_id|prg|tour|gclid|u[1-4])=/u.test(search))
      void import('../../features/tracking/measuring.ts').then((code) => code.measureView(pathname, config));
    // oxlint-disable-next-line react/exhaustive-deps -- another query is no other view, and the site stays as it is
  }, [pathname]);
}
