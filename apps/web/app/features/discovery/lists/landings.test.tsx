import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { currentUserFixture } from '#app/shared/me/me.fixture.ts';
import { meStore } from '#app/shared/me/me-store.ts';
import { renderPage } from '#app/shared/testing/render-page.tsx';
import { refusal, stubServer } from '#app/shared/testing/stub-server.ts';
import { cardFixture } from '../cards/card.fixture.ts';
import { LandingStrip, useLandings } from './landings.tsx';

const TOP = 'GET /browse/react/top';
const answer = { userList: [cardFixture({ username: 'anna', referer_count: 1_204 })] };
function Counts({ path }: { readonly path: string }) {
  const landings = useLandings(path);
  return landings ? <LandingStrip count={landings.get('anna') ?? 0} /> : <p>nothing</p>;
}
const lookAs = (isAdmin: boolean) =>
  act(() =>
    meStore.dispatch({
      type: 'loaded',
      current: currentUserFixture({ user: { ...currentUserFixture().user, isAdmin } }),
    }),
  );

beforeEach(() => lookAs(false));

test('administrators see on the top list how many visits came to each performer from other sites, and nobody else asks (BROWSE-065)', async () => {
  const sent = stubServer({ [TOP]: answer });
  renderPage(<Counts path="/top" />, '/top');
  expect(screen.getByText('nothing')).toBeTruthy();
  expect(sent).toEqual([]);
  const asked = vi.spyOn(globalThis, 'fetch');
  lookAs(true);
  expect(await screen.findByText('1,204 visits from other sites')).toBeTruthy();
  // Account 41 is in the group of those from 40 to 49 (CONSTANTS-074).
  expect(asked.mock.calls.map(([url]) => url)).toEqual([expect.stringMatching(/[?&]ab=4(?:&|$)/u)]);
  lookAs(false);
  expect(screen.getByText('nothing')).toBeTruthy();
});

test('no other list asks for it, and what did not come leaves the page as it is', async () => {
  lookAs(true);
  const sent = stubServer({ [TOP]: refusal(503, 'common.unavailable') });
  const { unmount } = renderPage(<Counts path="/girls/new" />, '/girls/new');
  expect(sent).toEqual([]);
  unmount();
  renderPage(<Counts path="/top" />, '/top');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(screen.getByText('nothing')).toBeTruthy();
});
