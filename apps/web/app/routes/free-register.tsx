import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { AuthPage } from '../features/identity/auth-page.tsx';
import { FreeRegister } from '../features/partners/index.ts';
import { servicesContext } from '../services.ts';
import { pageTitle } from '../shared/language/page-title.ts';
import type { Route } from './+types/free-register.ts';
import { loadAuth } from './auth-route.ts';

/** A live room beside the form; the page itself checks the link. */
export const loader = async ({ request, context }: Route.LoaderArgs) => ({
  ...(await loadAuth(request, context.get(servicesContext))),
  token: new URL(request.url).searchParams.get('token') ?? '',
  title: await pageTitle(request, msg`Finish your account`),
});

/** Not indexed and without referrer: the address contains a secret. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.title ?? '' },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'no-referrer' },
];

/** `/free-register/connect` */
export default function FreeRegisterPage({ loaderData }: Route.ComponentProps) {
  const { room, liveCount, token } = loaderData;
  return (
    <AuthPage room={room} liveCount={liveCount}>
      <h1>
        <Trans>Finish your account</Trans>
      </h1>
      <FreeRegister token={token} />
    </AuthPage>
  );
}
