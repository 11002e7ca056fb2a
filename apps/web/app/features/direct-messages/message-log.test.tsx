import { type ToastSpec, watchToasts } from '@klieg/ui';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import { MessageLog } from './message-log.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('older messages that did not load are said to, once, and can be asked for again', async () => {
  const toasts: ToastSpec[] = [];
  const stop = watchToasts((toast) => toasts.push(toast));
  const sent = stubServer({ 'GET /pm/iris': refusal(503, 'common.unavailable') });
  renderPage(
    <MessageLog
      username="iris"
      talk={{ load: 'ready', messages: [], pending: [], cursor: 'c' } as never}
      partner={{ name: 'Iris', avatarUrl: null } as never}
      own={{ name: 'Ada', avatarUrl: null } as never}
      onOpenPicture={() => undefined}
      onDelete={() => undefined}
      onReport={() => undefined}
    />,
  );
  const older = screen.getByText('Older messages').closest('button')!;
  fireEvent.click(older);
  fireEvent.click(older);
  await vi.waitFor(() => expect(older.getAttribute('aria-busy')).toBeNull());
  expect(toasts.map(({ content }) => content)).toEqual([
    'The older messages did not load. Please try again.',
  ]);
  expect(sent).toHaveLength(1);
  stop();
});
