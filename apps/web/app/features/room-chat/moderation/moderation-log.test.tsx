import { type ToastSpec, watchToasts } from '@klieg/ui';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { refusal, stubServer } from '#app/shared/testing/stub-server.ts';
import { ModerationLog } from './moderation-log.tsx';

const LOG = 'GET /chat/ada/moderation-log';
const page = (id: string, next_cursor: string | null) => ({
  items: [
    { id, action: 'kick', username: id, by: 'ada', reason: null, value: null, at: '2026-11-20T11:25:10Z' },
  ],
  next_cursor,
});

let toasts: ToastSpec[] = [];
const stop = watchToasts((toast) => toasts.push(toast));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  toasts = [];
});

test('older entries come once however often they are asked for, and a failure is said', async () => {
  const replies: Record<string, unknown> = { [LOG]: page('ben', 'c') };
  const sent = stubServer(replies);
  renderPage(<ModerationLog room="ada" revision={0} />);
  const older = (await screen.findByText('Older')).closest('button')!;
  replies[LOG] = page('cleo', 'd');
  const asked = sent.length;
  await act(async () => fireEvent.click(older));
  expect(sent).toHaveLength(asked + 1);
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  replies[LOG] = refusal(503, 'common.unavailable');
  fireEvent.click(older);
  fireEvent.click(older);
  await vi.waitFor(() => expect(toasts).toHaveLength(1));
  expect(older.getAttribute('aria-busy')).toBeNull();
  stop();
});
