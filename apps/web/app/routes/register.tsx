import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Suspense, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { JoinProduct } from '@klieg/contract';
import { keepJoinChoice } from '../features/billing/purchase/join-choice.ts';
import { AuthPage } from '../features/identity/auth-page.tsx';
import { RegisterForm } from '../features/identity/register-form.tsx';
import { OauthButtons } from '../features/oauth/index.ts';
import { servicesContext } from '../services.ts';
import { withTexts } from '../shared/language/with-texts.ts';
import { lazyPart } from '../shared/lazy-part.ts';
import { useIsInteractive } from '../shared/use-client-value.ts';
import { pageTitle } from '../shared/language/page-title.ts';
import type { Route } from './+types/register.ts';
import { loadAuth } from './auth-route.ts';

/** Loaded by visitors who come from a provider. */
const OauthRegister = lazyPart(withTexts(() => import('../features/oauth/oauth-register.tsx')));

/** Fetched by visitors who came for packages. */
const JoinPackages = lazyPart(withTexts(() => import('../features/billing/purchase/join-packages.tsx')));

/** The same address with the purchase open. */
const withPurchase = (path: string): string => `${path}${path.includes('?') ? '&' : '?'}token_form=1`;

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
  const isInteractive = useIsInteractive();
  const chosen = useRef<JoinProduct>(undefined);
  const goOn = () => {
    if (!chosen.current) return location.assign(returnTo);
    keepJoinChoice(chosen.current);
    location.assign(withPurchase(returnTo));
  };
  return (
    <AuthPage room={room} liveCount={liveCount}>
      <div>
        <h1>
          <Trans>Join free</Trans>
        </h1>
        <p className="mt-1 text-ink-2">
          <Trans>
            Watch, follow and write to people. Most rooms let you chat once you have tokens; you pay only for
            what you start yourself.
          </Trans>
        </p>
      </div>
      {query.get('oauth') === '1' ? (
        <Suspense fallback={<span className="skeleton h-64" aria-busy="true" />}>
          {isInteractive && <OauthRegister onDone={goOn} />}
        </Suspense>
      ) : (
        <>
          <OauthButtons returnTo={returnTo} />
          <RegisterForm
            type={query.get('type') === 'model' ? 'model' : 'other'}
            onDone={(next) => (next === 'onboarding' ? location.assign('/models/signup') : goOn())}
          />
        </>
      )}
      <p className="text-ink-2">
        <Trans>
          Want to broadcast?{' '}
          <Link className="text-link" to="/models/signup">
            Become a model
          </Link>
        </Trans>
      </p>
      {isInteractive && (
        <Suspense>
          <JoinPackages
            onChoose={(product) => {
              chosen.current = product;
            }}
          />
        </Suspense>
      )}
    </AuthPage>
  );
}
