import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import { meStore } from '../../shared/me/me-store.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import UserCard from './user-card.tsx';

const user = { ...currentUserFixture().user, username: 'ben', is_model: false, recentTips: 0, tokens: 0 };
const card = { user, joined_at: '2026-05-03T10:00:00.000Z', role_in_room: [], actions: ['report'] };

beforeEach(() => act(() => meStore.dispatch({ type: 'loaded', current: currentUserFixture({}) })));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(isGuest = false) {
  renderPage(
    <UserCard
      subject={{ username: 'ben', displayName: 'Ben', level: 'member', isGuest, isModel: false }}
      anchor={document.body}
      actionFor={(action) => <button type="button">{action}</button>}
      onClose={() => undefined}
    />,
  );
  return document.querySelector('.user-card-known')!;
}

test('a card is as high before its data are there as with them', async () => {
  stubServer({
    'GET /user/ben/card': card,
    'GET /user/ben/notes': { notes: '' },
    'GET /user/history': { items: [], next_cursor: null },
  });
  const waiting = show();
  expect(waiting.getAttribute('aria-busy')).toBe('true');
  expect(waiting.hasAttribute('data-whole')).toBe(true);
  expect(waiting.querySelector('.user-card-controls')).toBeTruthy();
  await screen.findByRole('button', { name: 'report' });
  const ready = document.querySelector('.user-card-known')!;
  expect(ready.hasAttribute('data-whole')).toBe(true);
  expect(ready.querySelector('.user-card-controls')!.textContent).toBe('report');
});

test('the short card of a guest keeps no place for a note', () => {
  stubServer({ 'GET /user/ben/card': refusal(404, 'common.not_found') });
  expect(show(true).hasAttribute('data-whole')).toBe(false);
});
