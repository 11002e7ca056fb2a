import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderUi } from '../testing/render-ui.tsx';
import { closeAllToasts, showToast, TOAST_MS, type ToastSpec, watchToasts } from './show-toast.ts';
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

test('a toast has content, title, appearance, an own icon, a cross where it is wanted, and tells of press and end (SHELL-014)', async () => {
  const spec: Required<ToastSpec> = {
    content: 'The box is checked.',
    title: 'Saved',
    appearance: 'success',
    autoDismiss: false,
    showClose: false,
    customIcon: 'star',
    onClick: vi.fn(),
    onClose: vi.fn(),
  };
  renderUi(<Toaster label="Notices" />);
  show(spec);
  const words = await screen.findByRole('button', { name: /Saved.*The box is checked\./u });
  const card = words.closest('.toast')!;
  expect(card.querySelector('use')?.getAttribute('href')).toMatch(/#star$/u);
  expect(card.className).toContain('toast-success');
  expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(spec.onClose).not.toHaveBeenCalled();
  fireEvent.click(words);
  await waitFor(() => expect(screen.queryByText('Saved')).toBeNull());
  expect(spec.onClick).toHaveBeenCalledTimes(1);
  expect(spec.onClose).toHaveBeenCalledTimes(1);
});

test('success, error, info and warning each look their own way, and only an error interrupts who listens (SHELL-015)', async () => {
  renderUi(<Toaster label="Notices" />);
  const looks = new Set<string>();
  for (const appearance of ['success', 'error', 'info', 'warning'] as const) {
    show({ content: `As ${appearance}`, appearance, autoDismiss: false });
    const card = (await screen.findByText(`As ${appearance}`)).closest('.toast')!;
    expect(card.className).toContain(`toast-${appearance}`);
    expect(card.getAttribute('role')).toBe(appearance === 'error' ? 'alert' : 'status');
    looks.add(card.querySelector('use')?.getAttribute('href') ?? '');
  }
  expect(looks.size).toBe(4);
});
