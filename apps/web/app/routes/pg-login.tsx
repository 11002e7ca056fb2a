import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { AuthPage } from '../features/identity/auth-page.tsx';
import { PartnerLogin } from '../features/partners/index.ts';
import { servicesContext } from '../services.ts';
import { pageTitle } from '../shared/language/page-title.ts';
import type { Route } from './+types/pg-login.ts';
import { loadAuth } from './auth-route.ts';

/** A live room beside the button, which checks the link when pressed. */
export const loader = async ({ request, context }: Route.LoaderArgs) => {
  const query = new URL(request.url).searchParams;
  return {
    ...(await loadAuth(request, context.get(servicesContext))),
    token: query.get('token') ?? '',
    wished: query.get('return_to'),
    title: await pageTitle(request, msg`Sign in from your gift card`),
  };
};

/** Not indexed and without referrer: the address contains a secret. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.title ?? '' },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
];

/** `/pg-login` */
export default function PgLogin({ loaderData }: Route.ComponentProps) {
  const { room, liveCount, token, wished } = loaderData;
  return (
    <AuthPage room={room} liveCount={liveCount} middle>
      <h1>
        <Trans>Sign in from your gift card</Trans>
      </h1>
      <PartnerLogin token={token} returnTo={wished} />
    </AuthPage>
  );
}
