import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { meStore } from '../../shared/me/me-store.ts';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import { AvatarSection } from './avatar-section.tsx';

beforeEach(() => {
  meStore.dispatch({ type: 'loaded', current: currentUserFixture() });
  // What a browser draws of pictures; the test's document has none of it.
  vi.stubGlobal('createImageBitmap', async (file: File) => {
    if (file.size === 0) throw new Error('no picture');
    return { width: 40, height: 20 };
  });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['picture'])));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const idle = { kind: 'idle' } as const;
const open = () =>
  renderPage(<AvatarSection waitingUrl={undefined} onChanged={() => undefined} state={idle} />);
const choose = (...files: File[]) =>
  fireEvent.change(screen.getByLabelText('Picture file'), { target: { files } });
const picture = (type = 'image/png', content = 'picture') => new File([content], 'me', { type });
const use = () => fireEvent.click(screen.getByRole('button', { name: 'Use this picture' }));
const uploads = (sent: readonly { readonly call: string }[]) =>
  sent.filter(({ call }) => call === 'POST /avatar/upload').length;

test.each([
  ['no image', 'text/plain', 'Only image files are supported.'],
  ['another format', 'image/bmp', 'Only PNG, JPG, WEBP or GIF files are supported.'],
])(
  '%s is refused before it is sent (SETTINGS-034) (SETTINGS-035) (ERRORS-053) (ERRORS-054)',
  async (_what, type, words) => {
    const sent = stubServer({});
    open();
    choose(picture(type));
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent).toEqual([]);
  },
);

test('two files at once are no choice, and a picture that the browser cannot read is an error (ERRORS-055)', async () => {
  stubServer({});
  open();
  choose(picture(), picture());
  choose(picture('image/png', ''));
  expect(await screen.findByText('An error occurred')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('what the server says of a failure is shown, and "An error occurred" where it says nothing (SETTINGS-032) (ERRORS-055)', async () => {
  const replies: Record<string, unknown> = {
    'POST /avatar/upload': refusal(400, 'settings.avatar_failed', { message: 'The disk is full' }),
  };
  stubServer(replies);
  open();
  choose(picture());
  await screen.findByRole('dialog');
  use();
  expect(await screen.findByText('The disk is full')).toBeTruthy();
  replies['POST /avatar/upload'] = refusal(400, 'settings.avatar_failed', { message: '' });
  use();
  expect(await screen.findByText('An error occurred')).toBeTruthy();
});

test('while a picture is on its way another choice and another press are ignored (SETTINGS-031)', async () => {
  let answer: (response: Response) => void = () => undefined;
  const sent: { readonly call: string }[] = [];
  vi.stubGlobal('fetch', (input: string, init: RequestInit = {}) => {
    sent.push({ call: `${init.method ?? 'GET'} ${input.replace('/api/v1', '')}` });
    return new Promise<Response>((resolve) => {
      answer = resolve;
    });
  });
  open();
  choose(picture());
  await screen.findByRole('dialog');
  use();
  await waitFor(() => expect(uploads(sent)).toBe(1));
  use();
  choose(picture('text/plain'));
  expect(screen.queryByText('Only image files are supported.')).toBeNull();
  expect(uploads(sent)).toBe(1);
  answer(new Response(JSON.stringify({ status: 1, user: { avatar: '/files/avatars/a.jpg' }, message: '' })));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const me = meStore.get();
  expect(me.kind === 'member' && me.current.user.avatar).toBe('/files/avatars/a.jpg');
  // Now it may be chosen again.
  choose(picture('text/plain'));
  expect(await screen.findByText('Only image files are supported.')).toBeTruthy();
});
