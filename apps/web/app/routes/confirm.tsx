import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ConfirmEmail } from '../features/credentials/confirm-email.tsx';
import { AuthPage } from '../features/identity/auth-page.tsx';
import { servicesContext } from '../services.ts';
import { pageTitle } from '../shared/language/page-title.ts';
import type { Route } from './+types/confirm.ts';
import { loadAuthRoom } from './auth-route.ts';

/** A live room beside the form; the link itself is checked when its button is pressed. */
export const loader = async ({ request, context }: Route.LoaderArgs) => ({
  ...(await loadAuthRoom(request, context.get(servicesContext))),
  title: await pageTitle(request, msg`Confirm your email`),
});

/** Not indexed and without referrer: the address contains a secret. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.title ?? '' },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
];

/** `/confirm/{token}` */
export default function Confirm({ loaderData, params }: Route.ComponentProps) {
  const { room, liveCount } = loaderData;
  return (
    <AuthPage room={room} liveCount={liveCount} middle>
      <h1>
        <Trans>Confirm your email</Trans>
      </h1>
      <ConfirmEmail token={params.token} />
    </AuthPage>
  );
}
