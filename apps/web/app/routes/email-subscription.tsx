import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { EmailKinds } from '../features/email-subscription/email-kinds.tsx';
import '../features/settings/settings.css';
import { servicesContext } from '../services.ts';
import { pageTitle } from '../shared/language/page-title.ts';
import type { Route } from './+types/email-subscription.ts';
import { requireLogin } from './require-login.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

const TOKEN = /^[\w-]{43}$/u;

/** For holders of a mail's link, and for logged-in people. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token');
  if (token === null) await requireLogin(request, context.get(servicesContext));
  // An invalid token is requested like one that nobody has.
  const known = token === null ? undefined : TOKEN.test(token) ? token : '-'.repeat(43);
  return { token: known, title: await pageTitle(request, msg`Email preferences`) };
}

/** Not indexed and without referrer: the address may contain a secret. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.title ?? '' },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
];

/** `/email/subscription` */
export default function EmailSubscription({ loaderData }: Route.ComponentProps) {
  return (
    <main id="main" className="settings-page">
      <div className="settings-head">
        <h1>
          <Trans>Email preferences</Trans>
        </h1>
      </div>
      <EmailKinds token={loaderData.token} />
    </main>
  );
}
