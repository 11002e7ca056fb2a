import { msg } from '@lingui/core/macro';
import { Suspense } from 'react';
import { TokensPage } from '../features/ledger/tokens-page.tsx';
import { servicesContext } from '../services.ts';
import { lazyPart } from '../shared/lazy-part.ts';
import { pageTitle } from '../shared/language/page-title.ts';
import { withTexts } from '../shared/language/with-texts.ts';
import { AccountRail } from '../shell/frames/account-rail.tsx';
import { type PageHandle, usePanel } from '../shell/layout/page-handle.ts';
import type { Route } from './+types/account-tokens.ts';
import { requireLogin } from './require-login.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

export const handle: PageHandle = { hasPanel: true };

const EarnedRack = lazyPart(withTexts(() => import('../features/earnings/earned-rack.tsx')));
const CreditRack = lazyPart(withTexts(() => import('../shell/extras/credit-rack.tsx')));

/** Only for logged-in people; the page itself reads personal data. */
export async function loader({ request, context }: Route.LoaderArgs) {
  await requireLogin(request, context.get(servicesContext));
  return { title: await pageTitle(request, msg`Tokens`) };
}

/** Not indexed. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.title ?? '' },
  { name: 'robots', content: 'noindex' },
];

/** `/account/tokens` */
export default function AccountTokens() {
  const { isPanelOpen } = usePanel();
  return (
    <div className="shell">
      <AccountRail isOpen={isPanelOpen} />
      <TokensPage
        credit={
          <Suspense fallback={<div className="rack account-credit" aria-busy="true" />}>
            <CreditRack />
          </Suspense>
        }
        earned={
          <Suspense fallback={<div className="rack account-top account-earned" aria-busy="true" />}>
            <EarnedRack />
          </Suspense>
        }
      />
    </div>
  );
}
