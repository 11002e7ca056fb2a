import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { AuthPage } from '../features/identity/auth-page.tsx';
import { LoginForm } from '../features/identity/login-form.tsx';
import { servicesContext } from '../services.ts';
import { pageTitle } from '../shared/language/page-title.ts';
import type { Route } from './+types/login.ts';
import { loadAuth } from './auth-route.ts';

/** A live room beside the form. */
export const loader = async ({ request, context }: Route.LoaderArgs) => ({
  ...(await loadAuth(request, context.get(servicesContext))),
  title: await pageTitle(request, msg`Log in`),
});

/** Not indexed. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.title ?? '' },
  { name: 'robots', content: 'noindex' },
];

/** `/login` */
export default function Login({ loaderData }: Route.ComponentProps) {
  const { room, liveCount, returnTo } = loaderData;
  return (
    <AuthPage room={room} liveCount={liveCount} middle>
      <h1>
        <Trans>Log in</Trans>
      </h1>
      <LoginForm onDone={() => location.assign(returnTo)} />
    </AuthPage>
  );
}
