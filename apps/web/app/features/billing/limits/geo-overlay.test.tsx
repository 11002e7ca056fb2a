import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { showGeoOverlay } from '#app/shared/geo-overlay.ts';
import { modalStore } from '#app/shared/modal/modal-store.ts';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import GeoOverlayModal from './geo-overlay-modal.tsx';

test('visitors from where nothing is sold are told so until they have closed it, once in a browser', () => {
  showGeoOverlay();
  expect(modalStore.get()).toEqual({ key: 'geo-overlay', props: {} });
  const closed = vi.fn();
  renderPage(<GeoOverlayModal onClose={closed} />);
  expect(screen.getByRole('dialog', { name: 'You can look around here' }).textContent).toContain(
    'Tipping and buying tokens are switched off there.',
  );
  // Who has not closed it has perhaps not read it.
  modalStore.reset();
  showGeoOverlay();
  expect(modalStore.get()?.key).toBe('geo-overlay');
  modalStore.reset();
  fireEvent.click(screen.getByRole('button', { name: 'Look around' }));
  expect(closed).toHaveBeenCalledTimes(1);
  showGeoOverlay();
  expect(modalStore.get()).toBeNull();
});
