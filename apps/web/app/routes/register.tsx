import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useSearchParams } from 'react-router';
import { AuthPage } from '../features/identity/auth-page.tsx';
import { RegisterForm } from '../features/identity/register-form.tsx';
import { servicesContext } from '../services.ts';
import { pageTitle } from '../shared/language/page-title.ts';
import type { Route } from './+types/register.ts';
import { loadAuth } from './auth-route.ts';

/** A live room beside the form. */
export const loader = async ({ request, context }: Route.LoaderArgs) => ({
  ...(await loadAuth(request, context.get(servicesContext))),
  title: await pageTitle(request, msg`Join free`),
});

/** Indexed: it is how people find the way in. */
export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: loaderData?.title ?? '' }];

/** `/register` */
export default function Register({ loaderData }: Route.ComponentProps) {
  const { room, liveCount, returnTo } = loaderData;
  const [query] = useSearchParams();
  return (
    <AuthPage room={room} liveCount={liveCount}>
      <div>
        <h1>
          <Trans>Join free</Trans>
        </h1>
        <p className="mt-1 text-ink-2">
          <Trans>Watch, chat and follow. You pay only for what you start yourself.</Trans>
        </p>
      </div>
      <RegisterForm
        type={query.get('type') === 'model' ? 'model' : 'other'}
        onDone={(next) => location.assign(next === 'onboarding' ? '/broadcast' : returnTo)}
      />
    </AuthPage>
  );
}
