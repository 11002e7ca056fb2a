import { msg } from '@lingui/core/macro';
import { Suspense } from 'react';
import { data } from 'react-router';
import { isDocumentKey } from '../features/content-pages/document-key.ts';
import { LegalPage } from '../features/content-pages/legal-page.tsx';
import { servicesContext } from '../services.ts';
import { pageTitle } from '../shared/language/page-title.ts';
import { withTexts } from '../shared/language/with-texts.ts';
import { lazyPart } from '../shared/lazy-part.ts';
import { valueOf } from '../shared/public-answer.ts';
import type { Route } from './+types/legal.ts';
import { textMeta } from './text-meta.ts';

export { shouldRevalidate } from '../shared/revalidate.ts';

const SignPage = lazyPart(
  withTexts(async () => ({ default: (await import('../features/content-pages/sign-page.tsx')).SignPage })),
);

/** A document's address contains a key: no referrer is sent, and its page is not indexed. */
export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** The overview, or the text named by the address; a document to sign is read in the browser. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const slug = params.slug ?? 'legal';
  if (isDocumentKey(slug))
    return data(
      { kind: 'document' as const, title: await pageTitle(request, msg`Sign a document`) },
      { headers: { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' } },
    );
  const text = valueOf(await context.get(servicesContext).content(slug, request), () => '/legal');
  // Texts of other pages are only shown there.
  if (!text.seo.breadcrumbList.at(-1)?.url.startsWith('/legal'))
    throw data({ message: 'Page not found' }, { status: 404 });
  return data({ kind: 'text' as const, text, origin: new URL(request.url).origin });
}

/** A text is indexed under its own address, a document is not. */
export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData?.kind === 'document'
    ? [{ title: loaderData.title }, { name: 'robots', content: 'noindex' }]
    : textMeta(loaderData && { ...loaderData, seo: loaderData.text.seo });

/** `/legal`, `/legal/{text}` and `/legal/{key}` of a document to sign. */
export default function Legal({ loaderData, params }: Route.ComponentProps) {
  if (loaderData.kind === 'text') return <LegalPage text={loaderData.text} />;
  const waiting = (
    <main id="main" className="content-main">
      <output className="skeleton block h-60" aria-busy="true" />
    </main>
  );
  return (
    <Suspense fallback={waiting}>
      <SignPage key={params.slug} id={params.slug ?? ''} />
    </Suspense>
  );
}
