import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openRealtime } from '#app/shared/realtime/open-realtime.fixture.ts';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { refusal, stubServer } from '#app/shared/testing/stub-server.ts';
import { ClubLogo } from './club-logo.tsx';

beforeEach(() => {
  // Pictures that are still on their way; the test's document calls each of them failed.
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
  // What a browser draws of pictures; the test's document has none of it.
  vi.stubGlobal('createImageBitmap', async () => ({ width: 40, height: 20 }));
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['picture'])));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const LOGO = 'GET /fans/logo';
const none = { logo_url: null, waiting_url: null };
const choose = (type = 'image/png') =>
  fireEvent.change(screen.getByLabelText('Logo file'), {
    target: { files: [new File(['picture'], 'logo', { type })] },
  });
const pictures = () =>
  [...document.querySelectorAll('.avatar img')].map((image) => image.getAttribute('src'));

test('a logo is chosen and cut, and the performer sees it at once with the word that it waits, beside what others see (FANCLUB-009)', async () => {
  const { tell } = openRealtime();
  const replies: Record<string, unknown> = {
    [LOGO]: none,
    'POST /fans/logo': { status: 1, ...none, waiting_url: '/files/fan-logos/a.jpg' },
  };
  const sent = stubServer(replies);
  renderPage(<ClubLogo name="Mara" />);
  expect(await screen.findByText('Your own picture stands in its place.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Remove the logo' })).toBeNull();
  choose();
  expect(await screen.findByRole('dialog', { name: 'The logo of your club' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Use this picture' }));
  expect(await screen.findByText('This one is being reviewed')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(pictures()).toEqual(['/files/fan-logos/a.jpg']);
  const form = sent.find(({ call }) => call === 'POST /fans/logo')!.body as FormData;
  expect(form.getAll('file')).toHaveLength(1);

  // What staff decides comes with a notice.
  replies[LOGO] = { logo_url: '/files/fan-logos/a.jpg', waiting_url: null };
  tell('v3.notification.count', { seq: 2, count: 1 });
  expect(await screen.findByText('Others see it beside the name of your club.')).toBeTruthy();
  replies['POST /fans/logo'] = {
    status: 1,
    logo_url: '/files/fan-logos/a.jpg',
    waiting_url: '/files/fan-logos/b.jpg',
  };
  choose();
  fireEvent.click(await screen.findByRole('button', { name: 'Use this picture' }));
  expect(await screen.findByText('Until then they see this one.')).toBeTruthy();
  expect(pictures()).toEqual(['/files/fan-logos/b.jpg', '/files/fan-logos/a.jpg']);
});

test('a logo is taken away by one press; what is no picture is refused before it is sent, and what the server says is shown', async () => {
  const replies: Record<string, unknown> = {
    [LOGO]: { logo_url: '/files/fan-logos/a.jpg', waiting_url: null },
    'DELETE /fans/logo': { status: 1, ...none },
    'POST /fans/logo': refusal(400, 'common.file_blocked', { message: 'This picture cannot be used' }),
  };
  const sent = stubServer(replies);
  renderPage(<ClubLogo name="Mara" />);
  fireEvent.click(await screen.findByRole('button', { name: 'Remove the logo' }));
  expect(await screen.findByText('Your own picture stands in its place.')).toBeTruthy();
  expect(pictures()).toEqual([]);
  choose('text/plain');
  expect(await screen.findByText('Only image files are supported.')).toBeTruthy();
  expect(sent.filter(({ call }) => call === 'POST /fans/logo')).toEqual([]);
  choose();
  fireEvent.click(await screen.findByRole('button', { name: 'Use this picture' }));
  await waitFor(() => expect(screen.getByRole('dialog').querySelector('[role=alert]')).not.toBeNull());
});
