import { closeAllToasts, showToast } from '@klieg/ui';
import { renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { stubServer } from '../../shared/testing/stub-server.ts';
import { useToastLog } from './use-toast-log.ts';

afterEach(() => {
  closeAllToasts();
  history.replaceState(null, '', '/');
  vi.unstubAllGlobals();
});

test('toasts of a logged-in person are told to the server with what they say and where (TRACKING-LOGGING-003) (TRACKING-LOGGING-011)', async () => {
  const sent = stubServer({ 'POST /log/react-toast': { status: 1 } });
  history.replaceState(null, '', '/girls?token=secret');
  const { unmount } = renderHook(useToastLog);
  showToast({ title: 'Tipping Unavailable', content: 'Not from here', appearance: 'error' });
  showToast({ content: 'x'.repeat(600) });
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  expect(sent.map(({ call, body }) => [call, body])).toEqual([
    [
      'POST /log/react-toast',
      { appearance: 'error', content: 'Not from here', title: 'Tipping Unavailable', url: '/girls' },
    ],
    ['POST /log/react-toast', { appearance: 'info', content: 'x'.repeat(500), title: '', url: '/girls' }],
  ]);
  unmount();
  showToast({ content: 'later' });
  await new Promise((resolve) => setTimeout(resolve));
  expect(sent).toHaveLength(2);
});
