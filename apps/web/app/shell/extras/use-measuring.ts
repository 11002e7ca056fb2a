import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Parameters of adverts and partners: only whoever comes by one is asked by the page itself. */
const OF_ADVERTS = /[?&](?:advert_id|ad_id|click_id|gclid|sub_id|prg|tour|u[1-4])=/u;

/**
 * Counts and remembers what this browser's person has agreed to; the code for it comes only where somebody has agreed
 * or was brought by an advert, and so is asked.
 */
export function useMeasuring(): void {
  const { pathname, search } = useLocation();
  const code = useRef<Promise<typeof import('../../features/tracking/measuring.ts')>>(undefined);
  const isWanted = () => /cookie_consent=\d*1/u.test(document.cookie) || OF_ADVERTS.test(search);
  useEffect(() => {
    if (!code.current && isWanted()) code.current = import('../../features/tracking/measuring.ts');
    void code.current?.then(({ measureView }) => measureView(pathname));
    // oxlint-disable-next-line react/exhaustive-deps -- another query is no other view
  }, [pathname]);
}
