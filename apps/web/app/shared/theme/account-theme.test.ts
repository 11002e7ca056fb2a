import { eventually } from '@klieg/testing/eventually';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentUserFixture } from '../me/me.fixture.ts';
import { holdSettings, withoutHeld } from '../me/held-settings.ts';
import { meStore } from '../me/me-store.ts';
import { stubServer } from '../testing/stub-server.ts';
import { followAccountTheme, switchTheme } from './account-theme.ts';
import { currentTheme, setTheme } from './theme.ts';

const { settings } = currentUserFixture({});
const become = (dark_mode_enabled: boolean | null) =>
  meStore.dispatch({
    type: 'loaded',
    current: currentUserFixture({ settings: { ...settings, dark_mode_enabled } }),
  });
const becomeGuest = () =>
  meStore.dispatch({
    type: 'loaded',
    current: currentUserFixture({ user: { id: 0, username: 'guest_ab12cd34' } }),
  });
const hear = (dark_mode_enabled: boolean | null) =>
  meStore.dispatch({ type: 'settings', settings: { dark_mode_enabled } });
const remembered = () => /theme=(\w+)/u.exec(document.cookie)?.[1];

let stop = () => {};
beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  becomeGuest();
  setTheme('dark');
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  delete document.documentElement.dataset.fixedTheme;
});

test('an account that chose has its theme in every browser and on every page at once (SETTINGS-029)', () => {
  stop = followAccountTheme();
  become(false);
  expect([currentTheme(), remembered()]).toEqual(['light', 'light']);
  hear(true);
  expect([currentTheme(), remembered()]).toEqual(['dark', 'dark']);
  // As the device, which is light here; nothing is remembered.
  hear(null);
  expect([currentTheme(), remembered()]).toEqual(['light', undefined]);
});

test('an account that never chose, and a guest, keep what this browser has (SETTINGS-029)', () => {
  stop = followAccountTheme();
  become(null);
  expect([currentTheme(), remembered()]).toEqual(['dark', 'dark']);
  becomeGuest();
  expect([currentTheme(), remembered()]).toEqual(['dark', 'dark']);
});

test('what an account chose goes from this browser when it was taken back while no page was open (SETTINGS-029)', () => {
  stop = followAccountTheme();
  become(true);
  stop();
  becomeGuest();
  stop = followAccountTheme();
  become(null);
  expect([currentTheme(), remembered()]).toEqual(['light', undefined]);
});

test('switching the lights is kept by browser and account; of a guest by the browser alone (SETTINGS-029)', () => {
  const sent = stubServer({ 'POST /user/settings': { status: 1 } });
  switchTheme();
  expect([currentTheme(), remembered(), sent.length]).toEqual(['light', 'light', 0]);
  become(null);
  switchTheme();
  expect([currentTheme(), remembered()]).toEqual(['dark', 'dark']);
  const me = meStore.get();
  expect(me.kind === 'member' && me.current.settings.dark_mode_enabled).toBe(true);
  return eventually(() => expect(sent[0]?.body).toEqual({ dark_mode_enabled: true }));
});

test('a brand that is always dark stays dark (SETTINGS-029)', () => {
  document.documentElement.dataset.fixedTheme = 'dark';
  stop = followAccountTheme();
  become(false);
  expect(currentTheme()).toBe('dark');
});

test('news of a setting wait behind an own change of it that is under way (SETTINGS-006)', () => {
  const [first, second] = [holdSettings(['volume_tip']), holdSettings(['volume_tip'])];
  const news = { volume_tip: 5, font_size: '9px' } as const;
  expect(withoutHeld(news)).toEqual({ font_size: '9px' });
  first();
  expect(withoutHeld(news)).toEqual({ font_size: '9px' });
  second();
  expect(withoutHeld(news)).toEqual(news);
});
