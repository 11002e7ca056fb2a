import { msg } from '@lingui/core/macro';
import { Suspense } from 'react';
import { redirect } from 'react-router';
import { servicesContext } from '../services.ts';
import { pageTitle } from '../shared/language/page-title.ts';
import { withTexts } from '../shared/language/with-texts.ts';
import { lazyPart } from '../shared/lazy-part.ts';
import { useIsInteractive } from '../shared/use-client-value.ts';
import type { Route } from './+types/account-verify.ts';
import { verifyPath } from '../shared/navigation/verify-path.ts';
import { requireLogin } from './require-login.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

const VerifyPage = lazyPart(
  withTexts(async () => ({
    default: (await import('../features/onboarding/verify-page.tsx')).VerifyPage,
  })),
);

/** Steps with a page of their own. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  age: '/verify-age',
  model: '/models/signup',
  email: '/account/settings/email',
  phone: '/account/settings/profile',
};
const reasonOf = (type: string | null) => (type === 'card' || type === 'daily_limit' ? type : 'account');

/** At the one address that the brand has for it; only for members; each `type` leads to where that is shown. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { isFlingSubdomain: isSister } = await services.siteConfig(request);
  const { pathname, search, origin } = new URL(request.url);
  const path = verifyPath(isSister);
  if (pathname.replace(/\.data$/u, '') !== path) throw redirect(path + search);
  await requireLogin(request, services);
  const type = new URLSearchParams(search).get('type');
  const elsewhere = ELSEWHERE[type ?? ''];
  if (elsewhere !== undefined) throw redirect(elsewhere);
  return {
    reason: reasonOf(type),
    canonical: origin + path,
    title: await pageTitle(request, msg`Verify your account`),
  } as const;
}

/** Not indexed. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.title ?? '' },
  { name: 'robots', content: 'noindex' },
  { tagName: 'link', rel: 'canonical', href: loaderData?.canonical ?? '' },
];

/** `/account/verify`, and `/verify` on the sister brand (IDENTITY-006). */
export default function AccountVerify({ loaderData: { reason } }: Route.ComponentProps) {
  const waiting = (
    <main id="main" className="page-narrow" aria-busy="true">
      <output className="skeleton block h-60" />
    </main>
  );
  if (!useIsInteractive()) return waiting;
  return (
    <Suspense fallback={waiting}>
      <VerifyPage key={reason} reason={reason} />
    </Suspense>
  );
}
