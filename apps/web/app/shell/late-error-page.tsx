import { type ComponentType, lazy, Suspense } from 'react';

interface ErrorPageProps {
  readonly error: unknown;
}

/** Where not even the error page's code can be fetched. */
function Unreachable() {
  return (
    <main id="main" className="page-narrow">
      <h1 className="display">Oops</h1>
      <a href={location.href}>Try again</a>
    </main>
  );
}

// The server has its code at hand and sends the page whole; a browser fetches it when something went wrong.
const ErrorPage: ComponentType<ErrorPageProps> = import.meta.env.SSR
  ? (await import('./error-page.tsx')).ErrorPage
  : lazy(() =>
      import('./error-page.tsx').then(
        ({ ErrorPage: Page }): { default: ComponentType<ErrorPageProps> } => ({ default: Page }),
        () => ({ default: Unreachable }),
      ),
    );

/** What is shown instead of a page. */
export function LateErrorPage(props: ErrorPageProps) {
  return (
    <Suspense fallback={<div className="min-h-dvh" />}>
      <ErrorPage {...props} />
    </Suspense>
  );
}
