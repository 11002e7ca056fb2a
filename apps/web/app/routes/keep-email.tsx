import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { KeepEmail } from '../features/credentials/keep-email.tsx';
import { AuthPage } from '../features/identity/auth-page.tsx';
import { servicesContext } from '../services.ts';
import { pageTitle } from '../shared/language/page-title.ts';
import type { Route } from './+types/keep-email.ts';
import { loadAuthRoom } from './auth-route.ts';

/** A live room beside the form; the link itself is checked when its button is pressed. */
export const loader = async ({ request, context }: Route.LoaderArgs) => ({
  ...(await loadAuthRoom(request, context.get(servicesContext))),
  title: await pageTitle(request, msg`Keep your address`),
});

/** Not indexed and without referrer: the address contains a secret. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.title ?? '' },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
];

/** `/keep-email/{token}` */
export default function KeepEmailPage({ loaderData, params }: Route.ComponentProps) {
  const { room, liveCount } = loaderData;
  return (
    <AuthPage room={room} liveCount={liveCount} middle>
      <h1>
        <Trans>Keep your address</Trans>
      </h1>
      <KeepEmail token={params.token} />
    </AuthPage>
  );
}
