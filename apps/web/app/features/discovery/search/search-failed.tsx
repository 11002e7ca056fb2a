import { ErrorBox } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { isRouteErrorResponse } from 'react-router';

export interface SearchFailedProps {
  /** What the loader has thrown, or the line that broke on the way. */
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** A failed search: the server's message, or a general one (ERRORS-065). */
export function SearchFailed({ error, onRetry }: SearchFailedProps) {
  const { t } = useLingui();
  const said = isRouteErrorResponse(error)
    ? (error.data as { message?: unknown } | null)?.message
    : undefined;
  const text = typeof said === 'string' && said !== '' ? said : t`Error during loading search results`;
  return (
    <main id="main" className="main pt-4">
      <ErrorBox title={text} onRetry={onRetry}>
        <Trans>Your search is still in the address bar. Try again, or search for something else.</Trans>
      </ErrorBox>
    </main>
  );
}
