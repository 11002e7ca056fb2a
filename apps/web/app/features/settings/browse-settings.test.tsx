import type { Settings } from '@klieg/contract';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import { meStore, useMember } from '../../shared/me/me-store.ts';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { stubServer } from '../../shared/testing/stub-server.ts';
import { BrowseSettings } from './browse-settings.tsx';

const SAVE = 'POST /user/settings';
const base = currentUserFixture();

function Page() {
  const settings = useMember()?.settings;
  return settings && <BrowseSettings settings={settings} />;
}
const isHere = (settings: Partial<Settings>) =>
  act(() =>
    meStore.dispatch({ type: 'loaded', current: { ...base, settings: { ...base.settings, ...settings } } }),
  );
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });

beforeEach(() => isHere({ browse_gender_hide: ['m'] }));
afterEach(() => vi.unstubAllGlobals());

test('genders are left out of lists and shown again by a press each, and never all four (SETTINGS-008)', async () => {
  const answer = { status: 1, settings: { ...base.settings, browse_gender_hide: ['m', 't'] } };
  const sent = stubServer({ [SAVE]: answer });
  renderPage(<Page />);
  const names = ['Girls', 'Men', 'Trans', 'Couples'];
  expect(names.map((name) => box(name).checked)).toEqual([false, true, false, false]);
  fireEvent.click(box('Trans'));
  await waitFor(() => expect(sent).toMatchObject([{ call: SAVE, body: { browse_gender_hide: ['m', 't'] } }]));
  expect(box('Trans').checked).toBe(true);
  isHere({ browse_gender_hide: ['m', 't', 'c'] });
  expect(names.map((name) => box(name).disabled)).toEqual([true, false, false, false]);
});
