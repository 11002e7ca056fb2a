import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useSearchParams } from 'react-router';
import { AuthPage } from '../features/identity/auth-page.tsx';
import { LoginForm, type LoginFormProps } from '../features/identity/login-form.tsx';
import { OauthButtons, OauthNotice } from '../features/oauth/index.ts';
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

/** The second step of a log-in by a provider, as the address names it. */
function stepOf(query: URLSearchParams): NonNullable<LoginFormProps['begunStep']> | null {
  const [id, methods, until] = [query.get('step'), query.get('methods'), query.get('until')];
  if (!id || !methods || !until) return null;
  const known = (['totp', 'passkey', 'recovery'] as const).filter((one) => methods.split(',').includes(one));
  return { challenge_id: id, methods: known, expires_at: until };
}

/** `/login` */
export default function Login({ loaderData }: Route.ComponentProps) {
  const { room, liveCount, returnTo } = loaderData;
  const [query] = useSearchParams();
  return (
    <AuthPage room={room} liveCount={liveCount} middle>
      <h1>
        <Trans>Log in</Trans>
      </h1>
      <OauthNotice />
      <LoginForm begunStep={stepOf(query)} onDone={() => location.assign(returnTo)} />
      <OauthButtons returnTo={returnTo} />
    </AuthPage>
  );
}
