import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderUi } from '../testing/render-ui.tsx';
import { closeAllToasts, showToast, TOAST_MS, watchToasts } from './show-toast.ts';
import { Toaster } from './toaster.tsx';

const show = (spec: Parameters<typeof showToast>[0]) => act(() => showToast(spec));

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(async () => {
  act(() => closeAllToasts());
  // A toast that is on its way out would be met by the next test.
  await act(() => vi.advanceTimersByTimeAsync(TOAST_MS));
  vi.useRealTimers();
  cleanup();
});

test.each(['success', 'info', 'warning', 'error', undefined] as const)(
  'a toast of kind %s closes by itself after 2500 ms, and stays where autoDismiss is false (SHELL-024) (CONSTANTS-003)',
  async (appearance) => {
    expect(TOAST_MS).toBe(2_500);
    const onClose = vi.fn();
    const kind = appearance && { appearance };
    renderUi(<Toaster label="Notices" />);
    show({ content: 'It is in your library.', onClose, ...kind });
    show({ content: 'Confirm your email', autoDismiss: false, ...kind });
    expect(await screen.findByText('It is in your library.')).toBeTruthy();
    await act(() => vi.advanceTimersByTimeAsync(TOAST_MS + 1_000));
    await waitFor(() => expect(screen.queryByText('It is in your library.')).toBeNull());
    expect(onClose).toHaveBeenCalledTimes(1);
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(screen.getByText('Confirm your email')).toBeTruthy();
  },
);

test('a press on the toast or on its cross closes it (SHELL-025)', async () => {
  const onClick = vi.fn();
  renderUi(<Toaster label="Notices" />);
  show({ content: 'One', autoDismiss: false, onClick });
  show({ content: 'Two', autoDismiss: false });
  fireEvent.click(await screen.findByText('One'));
  await waitFor(() => expect(screen.queryByText('One')).toBeNull());
  expect(onClick).toHaveBeenCalledTimes(1);
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  await waitFor(() => expect(screen.queryByText('Two')).toBeNull());
});

test('all toasts can be closed at once (SHELL-026)', async () => {
  renderUi(<Toaster label="Notices" />);
  show({ content: 'One', autoDismiss: false });
  show({ content: 'Two', autoDismiss: false });
  await screen.findByText('Two');
  act(() => closeAllToasts());
  await waitFor(() => expect(screen.queryByText(/One|Two/u)).toBeNull());
});

test('a toast shown before the toaster is there appears when it comes, and is told to watchers', async () => {
  const seen = vi.fn();
  const stop = watchToasts(seen);
  showToast({ content: 'Early', autoDismiss: false });
  stop();
  showToast({ content: 'Unwatched', autoDismiss: false });
  renderUi(<Toaster label="Notices" />);
  expect(await screen.findByText('Early')).toBeTruthy();
  expect(seen).toHaveBeenCalledTimes(1);
});
