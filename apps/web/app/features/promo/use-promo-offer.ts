import { SECOND_MS } from '@klieg/kernel/time';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { api } from '../../shared/api/client.ts';
import { lateApi } from '../../shared/api/late-client.ts';
import { meStore, useMe } from '../../shared/me/me-store.ts';
import { modalStore, openModal } from '../../shared/modal/modal-store.ts';
import { useSiteConfig } from '../../shared/site.ts';
import { readVisitQuery } from '../../shared/visit-query.ts';
import { isSpecialCampaign, mayShowOffer } from './offer-rules.ts';

/** Shows the offer of this visit on page load, and again after a pause to visitors of a special campaign. */
export function usePromoOffer(): void {
  const config = useSiteConfig();
  const { pathname, search } = useLocation();
  const kind = useMe().kind;
  const isDone = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (isDone.current || !config || kind === 'unknown') return;
    const query = new URLSearchParams(search);
    const visit = readVisitQuery();
    const special = config.customSpecialOfferParams;
    const facts = () => {
      const me = meStore.get();
      return {
        member: me.kind === 'member' ? { hasPurchase: me.current.has_purchase } : null,
        isInFrame: window.self !== window.top || query.get('iframe') === '1',
        path: location.pathname,
        query,
        visit,
        special,
      };
    };
    if (!mayShowOffer(facts())) return;
    isDone.current = true;
    const show = async () => {
      const { advert_id: id } = visit;
      const [{ default: offer }, { promo_offer_img: imageUrl }] = await Promise.all([
        lateApi.getPromos({ query: id === undefined ? {} : { advert_id: id } }),
        api.getSiteConfig({ query: id === undefined ? {} : { id } }),
      ]);
      // Whatever was opened meanwhile was asked for; and the page may be another one by now.
      if (!offer || modalStore.get() || !mayShowOffer(facts())) return;
      openModal('promo-offer', { offer, imageUrl, onClosed: showAgain });
    };
    const start = () => void show().catch(() => undefined);
    const showAgain = () => {
      if (isSpecialCampaign({ visit, special }))
        timer.current = setTimeout(start, special.reshow_seconds * SECOND_MS);
    };
    start();
  }, [config, kind, pathname, search]);
}
