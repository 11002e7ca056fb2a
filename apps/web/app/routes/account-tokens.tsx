import { msg } from '@lingui/core/macro';
import { TokensPage } from '../features/ledger/tokens-page.tsx';
import { servicesContext } from '../services.ts';
import { pageTitle } from '../shared/language/page-title.ts';
import { AccountRail } from '../shell/frames/account-rail.tsx';
import { type PageHandle, usePanel } from '../shell/layout/page-handle.ts';
import type { Route } from './+types/account-tokens.ts';
import { requireLogin } from './require-login.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

export const handle: PageHandle = { hasPanel: true };

/** Only for who is logged in; what is personal is read by the page itself. */
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
      <TokensPage />
    </div>
  );
}
