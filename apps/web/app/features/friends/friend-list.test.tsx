import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import { FriendList } from './friend-list.tsx';
import { endFriend, friendsStore } from './friends-store.ts';

const person = (username: string, status: 'CONFIRMED' | 'TO_CONFIRM' | 'REQUESTED') => ({
  username,
  status,
  displayName: `${username} Vance`,
  avatarUrl: `/${username}.webp`,
  online: true,
  since: '2026-03-04T10:00:00.000Z',
});

beforeEach(() =>
  friendsStore.dispatch({
    name: 'page.friends',
    payload: [person('ada', 'REQUESTED'), person('ben', 'REQUESTED'), person('cleo', 'CONFIRMED')],
  }),
);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  friendsStore.reset();
});

test('a friend whose removal was refused is back as before: name, picture, date and presence', async () => {
  stubServer({ 'POST /friends/cleo/delete': refusal(503, 'common.unavailable') });
  const before = friendsStore.get().byName['cleo'];
  const ending = endFriend('cleo');
  expect(friendsStore.get().byName['cleo']).toBeUndefined();
  await expect(ending).rejects.toThrow();
  expect(friendsStore.get().byName['cleo']).toEqual(before);
});

test('who withdraws requests by the keyboard goes on at the row beside, and at the heading after the last', async () => {
  stubServer({});
  renderPage(
    <main>
      <h1>Friends</h1>
      <FriendList />
    </main>,
  );
  friendsStore.dispatch({ name: 'page.friend', payload: { username: 'cleo', status: null } });
  const withdraw = () => screen.getAllByText('Withdraw')[0]!.closest('button')!;
  const press = async () => {
    // The call is on its way: what the server answers is not what this is about.
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    withdraw().focus();
    await act(async () => fireEvent.click(withdraw()));
  };
  await press();
  await waitFor(() => expect(document.activeElement?.textContent).toContain('ben Vance'));
  await press();
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'));
});
