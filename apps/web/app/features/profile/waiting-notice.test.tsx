import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { refusal, stubServer } from '#app/shared/testing/stub-server.ts';
import { WaitingNotice } from './waiting-notice.tsx';

const NOTHING = {
  aj_media_rejected: 0,
  cc_verification: { state: 'none' },
  custom_media: 0,
  dickrating_requests: 0,
  snapchat_sale: 0,
  streaming_partners: { state: 'none' },
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('what waits and what was not accepted are told with the way on (SETTINGS-005) (SETTINGS-028)', async () => {
  stubServer({ 'GET /tokens/pending': { ...NOTHING, custom_media: 2, aj_media_rejected: 1 } });
  renderPage(<WaitingNotice />);
  expect(await screen.findByText('2 things of yours wait for our team')).toBeTruthy();
  expect(screen.getByText('1 media was not accepted')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Look at why' }).getAttribute('href')).toBe('/model-desk/media');
});

test.each([
  ['nothing waits', NOTHING],
  ['the server does not answer', refusal(503, 'common.unavailable')],
])('where %s nothing is said', async (_why, answer) => {
  const sent = stubServer({ 'GET /tokens/pending': answer });
  const { container } = renderPage(<WaitingNotice />);
  await waitFor(() => expect(sent).toHaveLength(1));
  await Promise.resolve();
  expect(container.textContent).toBe('');
});
