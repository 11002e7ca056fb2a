import { msg } from '@lingui/core/macro';
import { Suspense } from 'react';
import { servicesContext } from '../services.ts';
import { pageTitle } from '../shared/language/page-title.ts';
import { withTexts } from '../shared/language/with-texts.ts';
import { lazyPart } from '../shared/lazy-part.ts';
import { useIsInteractive } from '../shared/use-client-value.ts';
import { AccountRail } from '../shell/frames/account-rail.tsx';
import { type PageHandle, usePanel } from '../shell/layout/page-handle.ts';
import type { Route } from './+types/model-desk-consents.ts';
import { requireModel } from './require-login.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

export const handle: PageHandle = { hasPanel: true };

const ConsentsPage = lazyPart(
  withTexts(async () => ({
    default: (await import('../features/consents/consents-page.tsx')).ConsentsPage,
  })),
);

/** Only for models. */
export async function loader({ request, context }: Route.LoaderArgs) {
  await requireModel(request, context.get(servicesContext));
  return { title: await pageTitle(request, msg`People with you`) };
}

/** Not indexed. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.title ?? '' },
  { name: 'robots', content: 'noindex' },
];

/** `/model-desk/consents` */
export default function ModelDeskConsents() {
  const { isPanelOpen } = usePanel();
  const isInteractive = useIsInteractive();
  const waiting = (
    <main id="main" className="account" aria-busy="true">
      <output className="skeleton block h-60" />
    </main>
  );
  return (
    <div className="shell">
      <AccountRail isOpen={isPanelOpen} />
      {isInteractive ? (
        <Suspense fallback={waiting}>
          <ConsentsPage />
        </Suspense>
      ) : (
        waiting
      )}
    </div>
  );
}
