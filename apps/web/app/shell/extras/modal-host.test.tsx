import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { loadTexts } from '../../shared/language/load-texts.ts';
import { closeModal, modalStore, openModal } from '../../shared/modal/modal-store.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { ModalHost } from './modal-host.tsx';

// Their code is fetched in steps; the first time a test runs it has to be translated as well.
beforeAll(async () => {
  await Promise.all([
    loadTexts(),
    import('./opened-modal.tsx'),
    import('./alert-modal.tsx'),
    import('./confirm-modal.tsx'),
    import('../../features/identity/login-modal.tsx'),
    import('../../features/identity/signup-modal.tsx'),
  ]);
});

afterEach(() => {
  act(() => closeModal());
  cleanup();
});

const search = (router: { readonly state: { readonly location: { readonly search: string } } }) =>
  router.state.location.search;

test('an address with ?modal= opens that dialog, and closing clears it', async () => {
  const { router } = renderPage(<ModalHost />, '/marlowe?vidstop=1&modal=login');
  expect(await screen.findByRole('dialog', { name: 'Log in' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(search(router)).toBe('?vidstop=1'));
});

test('opening a dialog that survives a reload names it in the address; going back closes it (IDENTITY-009)', async () => {
  const { router } = renderPage(<ModalHost />, '/');
  act(() => openModal('signup', { reason: 'tip' }));
  expect(await screen.findByRole('dialog', { name: 'Join to send a tip' })).toBeTruthy();
  await waitFor(() => expect(search(router)).toBe('?modal=signup'));
  await act(() => router.navigate(-1));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('other dialogs leave the address alone, and another dialog takes the place of the first (SHELL-005)', async () => {
  const { router } = renderPage(<ModalHost />, '/');
  act(() => openModal('alert', { title: 'One', text: 'First.' }));
  expect(await screen.findByRole('dialog', { name: 'One' })).toBeTruthy();
  expect(search(router)).toBe('');
  act(() => openModal('alert', { title: 'Two', text: 'Second.' }));
  expect(await screen.findByRole('dialog', { name: 'Two' })).toBeTruthy();
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
});

test('an unknown name in the address opens nothing', () => {
  renderPage(<ModalHost />, '/?modal=payment-success');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the confirm dialog opens on any page, closes before it acts, and does nothing where somebody goes back (SHELL-006)', async () => {
  renderPage(<ModalHost />, '/girls');
  const onYes = vi.fn(() => expect(modalStore.get()).toBeNull());
  const ask = () =>
    act(() => openModal('confirm', { title: 'Leave?', text: 'It is lost.', yes: 'Leave', onYes }));
  ask();
  const dialog = await screen.findByRole('dialog', { name: 'Leave?' });
  expect(dialog.textContent).toContain('It is lost.');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(onYes).not.toHaveBeenCalled();
  ask();
  fireEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(onYes).toHaveBeenCalledTimes(1);
  const words = { title: 'Cancel it?', text: 'It ends.', yes: 'Cancel it', no: 'Keep it' };
  act(() => openModal('confirm', { ...words, onYes }));
  fireEvent.click(await screen.findByText('Keep it'));
  expect(modalStore.get()).toBeNull();
  expect(onYes).toHaveBeenCalledTimes(1);
});
