import { type ComponentType, lazy, Suspense } from 'react';
import type { ErrorPageProps } from './error-page.tsx';

/** Where not even the error page's code can be fetched. */
function Unreachable() {
  return (
    <main id="main" className="page-narrow">
      <h1 className="display">Oops</h1>
      <a href={location.href}>Try again</a>
    </main>
  );
}

type Page = ComponentType<ErrorPageProps>;

const LazyErrorPage = lazy(() =>
  import('./error-page.tsx').then(
    ({ ErrorPage }): { default: Page } => ({ default: ErrorPage }),
    () => ({ default: Unreachable }),
  ),
);

let readyPage: Page | undefined;

/** The server has the code at hand and sends the page whole. */
export const keepErrorPage = (page: Page): void => {
  readyPage = page;
};

/** Shown instead of a page; a browser loads its code when something went wrong. */
export function LateErrorPage(props: ErrorPageProps) {
  const ErrorPage = readyPage ?? LazyErrorPage;
  return (
    <Suspense fallback={<div className="min-h-dvh" />}>
      <ErrorPage {...props} />
    </Suspense>
  );
}
