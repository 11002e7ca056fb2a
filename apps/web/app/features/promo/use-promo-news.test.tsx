import { Toaster } from '@klieg/ui/toaster';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import { meStore } from '../../shared/me/me-store.ts';
import { closeModal, openModal, useOpenModal } from '../../shared/modal/modal-store.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { stubServer } from '../../shared/testing/stub-server.ts';
import { usePromoNews } from './use-promo-news.ts';

afterEach(() => {
  cleanup();
  closeModal();
  vi.unstubAllGlobals();
});

function Page() {
  usePromoNews();
  return (
    <>
      <p>{useOpenModal()?.key ?? 'no dialog'}</p>
      <Toaster label="Notices" />
    </>
  );
}
const TOAST = '20 free tokens on hold';

test('free tokens on hold show a toast that stays, and leads to the confirmation of the address (IDENTITY-034)', async () => {
  stubServer({});
  meStore.dispatch({ type: 'loaded', current: currentUserFixture({ user: { free_tokens_on_hold: 20 } }) });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    // Not over a dialog, whose cross it would cover.
    openModal('alert', { title: '', text: '' });
    renderPage(<Page />);
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(screen.queryByText(TOAST)).toBeNull();
    act(closeModal);
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(screen.getByText(TOAST)).toBeTruthy();
    // Other toasts have gone long before.
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(screen.getByText(TOAST)).toBeTruthy();
  } finally {
    vi.useRealTimers();
  }
  fireEvent.click(screen.getByText(TOAST));
  await waitFor(() => expect(screen.getByText('confirm-email')).toBeTruthy());
});

test('without any on hold there is no such toast', async () => {
  stubServer({});
  meStore.dispatch({ type: 'loaded', current: currentUserFixture({ user: { free_tokens_on_hold: 0 } }) });
  renderPage(<Page />);
  await screen.findByText('no dialog');
  expect(screen.queryByText(/on hold/u)).toBeNull();
});
