import type { Gender } from '@klieg/contract';
import { beforeEach, expect, test } from 'vitest';
import { writeCookie } from '#app/shared/cookie.ts';
import { currentUserFixture } from '#app/shared/me/me.fixture.ts';
import { meStore } from '#app/shared/me/me-store.ts';
import { hiddenOfCookie, withSection } from '#app/shared/section.ts';
import { rememberHiddenGenders } from './remember-hidden.ts';

beforeEach(() => writeCookie('hide', '', 0));

const hide = (genders: readonly Gender[]) => {
  const current = currentUserFixture();
  const settings = { ...current.settings, browse_gender_hide: [...genders] };
  meStore.dispatch({ type: 'loaded', current: { ...current, settings } });
};
const kept = () => hiddenOfCookie(document.cookie);

test('genders that a member hides are kept for the server, and forgotten when they are shown again (SETTINGS-008)', () => {
  hide(['m', 'c']);
  const stop = rememberHiddenGenders();
  expect(kept()).toEqual(['m', 'c']);
  hide(['t']);
  expect(kept()).toEqual(['t']);
  hide([]);
  expect(kept()).toEqual([]);
  stop();
  hide(['t']);
  expect(kept()).toEqual([]);
});

test('a list leaves them out where neither its address nor the section visited last says whom to show (SETTINGS-008)', () => {
  const hidden = hiddenOfCookie('hide=cxm');
  expect(hidden).toEqual(['m', 'c']);
  const queryOf = (query: string, section?: 'girls') =>
    withSection(new URLSearchParams(query), section, hidden).get('gender-hide');
  expect(queryOf('p=2')).toBe('m,c');
  expect(queryOf('gender-hide=')).toBe('');
  expect(queryOf('gender-hide=t')).toBe('t');
  expect(queryOf('', 'girls')).toBe('m,t,c');
  expect(withSection(new URLSearchParams('p=2'), undefined).toString()).toBe('p=2');
});
