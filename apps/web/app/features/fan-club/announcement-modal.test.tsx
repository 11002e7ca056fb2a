import { cleanup, renderHook, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { currentUserFixture } from '#app/shared/me/me.fixture.ts';
import { meStore } from '#app/shared/me/me-store.ts';
import { closeModal, modalStore } from '#app/shared/modal/modal-store.ts';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import AnnouncementModal from './announcement-modal.tsx';
import { useClubAnnouncement } from './use-announcement.ts';

afterEach(() => {
  cleanup();
  closeModal();
  localStorage.clear();
});

const show = (isOpen: boolean) => {
  const current = currentUserFixture({ user: { type: 'model' } });
  const settings = { ...current.settings, fanclub_enabled: isOpen };
  meStore.dispatch({ type: 'loaded', current: { ...current, settings } });
  renderPage(<AnnouncementModal onClose={() => undefined} />);
};

test('a performer whose club is open is not asked to set it up', () => {
  show(true);
  expect(screen.getByRole('link', { name: 'See your club' }).getAttribute('href')).toBe(
    '/model-desk/fan-club',
  );
  expect(screen.queryByText('Set up your club')).toBeNull();
});

test('a performer without a club is led to set it up, and reads of the monthly tiers and of her 80% (FANCLUB-005)', () => {
  show(false);
  expect(screen.getByRole('link', { name: 'Set up your club' })).toBeTruthy();
  expect(
    screen.getByText('Users can join your fan club at three monthly tiers. You set the prices.'),
  ).toBeTruthy();
  expect(screen.getByText('You get 80% of what they spend on it.')).toBeTruthy();
});

test('it comes by itself once in a browser, to performers alone (FANCLUB-005)', () => {
  /** The dialog on a page of somebody of this type that has just been opened. */
  const comesFor = (type: 'model' | 'other') => {
    meStore.dispatch({ type: 'loaded', current: currentUserFixture({ user: { type } }) });
    const { unmount } = renderHook(useClubAnnouncement);
    const key = modalStore.get()?.key;
    unmount();
    closeModal();
    return key;
  };
  expect(comesFor('other')).toBeUndefined();
  expect(comesFor('model')).toBe('club-announcement');
  expect(comesFor('model')).toBeUndefined();
});
