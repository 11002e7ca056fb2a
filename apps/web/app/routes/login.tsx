import { Trans } from '@lingui/react/macro';
import { AuthPage } from '../features/identity/auth-page.tsx';
import { LoginForm } from '../features/identity/login-form.tsx';
import { servicesContext } from '../services.ts';
import type { Route } from './+types/login.ts';
import { loadAuth } from './auth-route.ts';

/** A live room beside the form. */
export const loader = ({ request, context }: Route.LoaderArgs) =>
  loadAuth(request, context.get(servicesContext));

/** Not indexed. */
export const meta: Route.MetaFunction = () => [{ title: 'Log in' }, { name: 'robots', content: 'noindex' }];

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
