import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Suspense } from 'react';
import { pageTitle } from '../shared/language/page-title.ts';
import { withTexts } from '../shared/language/with-texts.ts';
import { lazyPart } from '../shared/lazy-part.ts';
import { useIsInteractive } from '../shared/use-client-value.ts';
import type { Route } from './+types/models-signup.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

const SignupPage = lazyPart(
  withTexts(async () => ({
    default: (await import('../features/onboarding/signup-page.tsx')).SignupPage,
  })),
);
const RegisterForm = lazyPart(
  withTexts(async () => ({
    default: (await import('../features/identity/register-form.tsx')).RegisterForm,
  })),
);

/** The visitor is personal and read in the browser. */
export const loader = async ({ request }: Route.LoaderArgs) => ({
  title: await pageTitle(request, msg`Become a model`),
});

/** Indexed: it is how models find the way in. */
export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: loaderData?.title ?? '' }];

/** `/models/signup` */
export default function ModelsSignup() {
  const waiting = (
    <main id="main" className="page-narrow grid gap-4" aria-busy="true">
      <h1>
        <Trans>Become a model</Trans>
      </h1>
      <output className="skeleton block h-60" />
    </main>
  );
  if (!useIsInteractive()) return waiting;
  return (
    <Suspense fallback={waiting}>
      <SignupPage form={<RegisterForm type="model" onDone={() => location.assign('/models/signup')} />} />
    </Suspense>
  );
}
