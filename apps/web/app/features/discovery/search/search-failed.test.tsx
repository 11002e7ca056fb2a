import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { SearchFailed } from './search-failed.tsx';

afterEach(cleanup);

// What React Router hands to a boundary for data() with a status.
const refused = (status: number, data: unknown) => ({ status, statusText: '', internal: false, data });

test.each([
  [
    'the words of the server',
    refused(503, { message: 'We are back in a moment' }),
    'We are back in a moment',
  ],
  ['an answer without words', refused(500, null), 'Error during loading search results'],
  ['a line that broke', new TypeError('Failed to fetch'), 'Error during loading search results'],
])('a search that did not load says %s, and tries again (ERRORS-065)', (_what, error, text) => {
  const onRetry = vi.fn();
  renderPage(<SearchFailed error={error} onRetry={onRetry} />);
  expect(screen.getByText(text)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Try now' }));
  expect(onRetry).toHaveBeenCalledOnce();
});
