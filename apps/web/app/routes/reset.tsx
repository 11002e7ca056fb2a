import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ResetForm } from '../features/credentials/reset-form.tsx';
import { AuthPage } from '../features/identity/auth-page.tsx';
import { servicesContext } from '../services.ts';
import { pageTitle } from '../shared/language/page-title.ts';
import type { Route } from './+types/reset.ts';
import { loadAuthRoom } from './auth-route.ts';

/** A live room beside the form; the link itself is checked when its button is pressed. */
export const loader = async ({ request, context }: Route.LoaderArgs) => ({
  ...(await loadAuthRoom(request, context.get(servicesContext))),
  title: await pageTitle(request, msg`Set a new password`),
});

/** Not indexed and without referrer: the address contains a secret. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.title ?? '' },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
];

/** `/reset/{token}` */
export default function Reset({ loaderData, params }: Route.ComponentProps) {
  const { room, liveCount } = loaderData;
  return (
    <AuthPage room={room} liveCount={liveCount} middle>
      <h1>
        <Trans>Set a new password</Trans>
      </h1>
      <ResetForm token={params.token} />
    </AuthPage>
  );
}
