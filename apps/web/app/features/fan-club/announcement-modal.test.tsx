import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { currentUserFixture } from '#app/shared/me/me.fixture.ts';
import { meStore } from '#app/shared/me/me-store.ts';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import AnnouncementModal from './announcement-modal.tsx';

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

test('a performer without a club is led to set it up', () => {
  show(false);
  expect(screen.getByRole('link', { name: 'Set up your club' })).toBeTruthy();
});
