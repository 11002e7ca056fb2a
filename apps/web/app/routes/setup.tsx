import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { data } from 'react-router';
import { FirstOwner } from '../features/first-owner/first-owner.tsx';
import { AuthPage } from '../features/identity/auth-page.tsx';
import { LoginForm } from '../features/identity/login-form.tsx';
import { RegisterForm } from '../features/identity/register-form.tsx';
import { reloadPage } from '../features/identity/reload-page.ts';
import { servicesContext } from '../services.ts';
import { pageTitle } from '../shared/language/page-title.ts';
import type { Route } from './+types/setup.ts';
import { loadAuthRoom } from './auth-route.ts';

const STATUS = { open: 200, used: 410, unknown: 404 } as const;

/** A live room beside the form, and the key's state; looking does not use it up. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const key = await services.ownerKey(params.key, request);
  return data(
    {
      ...(await loadAuthRoom(request, services)),
      refusal: key === 'open' ? undefined : key,
      title: await pageTitle(request, msg`Become the owner`),
    },
    { status: STATUS[key] },
  );
}

/** Not indexed and without referrer: the address contains a secret. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.title ?? '' },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
];

/** `/setup/{key}` */
export default function Setup({ loaderData, params }: Route.ComponentProps) {
  const { room, liveCount, refusal } = loaderData;
  return (
    <AuthPage room={room} liveCount={liveCount}>
      <h1>
        <Trans>Become the owner</Trans>
      </h1>
      <FirstOwner
        ownerKey={params.key}
        refusal={refusal}
        register={<RegisterForm onDone={reloadPage} />}
        logIn={<LoginForm onDone={reloadPage} />}
      />
    </AuthPage>
  );
}
