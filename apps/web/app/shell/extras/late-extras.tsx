import { whenToastWaits } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { Suspense, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useMe } from '../../shared/me/me-store.ts';
import { mustVerifyAge } from '../../shared/me/must-verify-age.ts';
import { useSiteConfig } from '../../shared/site.ts';
import { followAccountTheme } from '../../shared/theme/account-theme.ts';
import { ConnectionNotice } from './connection-notice.tsx';
import { ModalHost } from './modal-host.tsx';
import { useCardsLookedAt } from '../../features/discovery/previews/use-cards-looked-at.ts';
import { useMeasuring } from './use-measuring.ts';
import { learnRouteImports } from '../../shared/navigation/route-imports.ts';
import { withTexts } from '../../shared/language/with-texts.ts';
import { lazyPart } from '../../shared/lazy-part.ts';

const CardPreviews = lazyPart(withTexts(() => import('../../features/discovery/previews/card-previews.tsx')));
const AgeExtras = lazyPart(() => import('./age-extras.tsx'));
const Toaster = lazyPart(() => import('./toaster.ts'));
const MemberExtras = lazyPart(() => import('./member-extras.tsx'));
const OfferExtras = lazyPart(() => import('./offer-extras.tsx'));
const PaymentExtras = lazyPart(() => import('./payment-extras.tsx'));

/** The toaster's code comes with the first toast, which waits for it. */
function Toasts({ label }: { readonly label: string }) {
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => whenToastWaits(() => setIsWanted(true)), []);
  return (
    isWanted && (
      <Suspense>
        <Toaster label={label} />
      </Suspense>
    )
  );
}

/** Modals, toasts, the connection notice; for members and people returning from a biller, news of payments. */
export default function LateExtras() {
  const { t } = useLingui();
  useMeasuring();
  const [query] = useSearchParams();
  useEffect(() => followAccountTheme(), []);
  useEffect(() => learnRouteImports(), []);
  const me = useMe();
  const isMember = me.kind === 'member';
  const hasOffer = useSiteConfig()?.arePromoProductsEnabled.freeTokensProduct ?? false;
  return (
    <>
      <ModalHost />
      <ConnectionNotice />
      <Suspense>{useCardsLookedAt() && <CardPreviews />}</Suspense>
      {isMember && (
        <Suspense>
          <MemberExtras />
        </Suspense>
      )}
      {(isMember || query.has('ans') || query.has('token_form')) && (
        <Suspense>
          <PaymentExtras />
        </Suspense>
      )}
      {(mustVerifyAge(me) || query.has('av')) && (
        <Suspense>
          <AgeExtras />
        </Suspense>
      )}
      {hasOffer && (
        <Suspense>
          <OfferExtras />
        </Suspense>
      )}
      <Toasts label={t`Notifications`} />
    </>
  );
}
