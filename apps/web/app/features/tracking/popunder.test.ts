import { DAY_MS } from '@klieg/kernel/time';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import { meStore } from '../../shared/me/me-store.ts';
import { offerPopunder, POPUNDER_EVERY_MS } from './popunder.ts';

let stop: () => void;
const left: string[] = [];
const tab: { opener: unknown } = { opener: 'the page' };
const opened = vi.fn<(url: string, name: string) => typeof tab | null>(() => tab);

const lookAs = (type: 'other' | 'model') =>
  meStore.dispatch({ type: 'loaded', current: currentUserFixture({ user: { type } }) });
/** @returns whether the page itself goes where the link leads */
function press(selector: string, init: MouseEventInit = {}): boolean {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...init });
  let goes = false;
  // The page of a test is where it was.
  history.replaceState(null, '', '/');
  const stay = (heard: Event) => {
    goes = !heard.defaultPrevented;
    heard.preventDefault();
  };
  addEventListener('click', stay, { once: true });
  document.querySelector(selector)!.dispatchEvent(event);
  removeEventListener('click', stay);
  return goes;
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 28) });
  localStorage.clear();
  left.length = 0;
  opened.mockClear().mockReturnValue(tab);
  vi.stubGlobal('open', opened);
  document.body.innerHTML = `<a id="girls" href="/girls"><b>Girls</b></a><a id="same" href="#foot">Foot</a>
    <a id="other" href="https://example.org/">Other</a><a id="new" target="_blank" href="/men">Men</a><p>Text</p>`;
  lookAs('other');
  stop = offerPopunder('/landing', (url) => left.push(url));
});
afterEach(() => {
  stop();
  meStore.reset();
  document.body.innerHTML = '';
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the next page opens in a new tab and this one is sent away, at most once in 24 hours (CONSTANTS-018)', () => {
  expect(POPUNDER_EVERY_MS).toBe(DAY_MS);
  expect(press('#girls b')).toBe(false);
  expect(opened.mock.calls).toEqual([[expect.stringMatching(/\/girls$/u), '_blank']]);
  expect([left, tab.opener]).toEqual([['/landing'], null]);
  expect(press('#girls b')).toBe(true);
  vi.setSystemTime(Date.now() + DAY_MS - 1);
  expect(press('#girls b')).toBe(true);
  expect(left).toHaveLength(1);
  vi.setSystemTime(Date.now() + 1);
  expect(press('#girls b')).toBe(false);
  expect(left).toHaveLength(2);
});

test('presses that follow no link of this page in this tab change nothing, nor do those of performers and of people who are not known', () => {
  for (const selector of ['#same', '#other', '#new', 'p']) expect(press(selector), selector).toBe(true);
  expect(press('#girls', { ctrlKey: true })).toBe(true);
  expect(press('#girls', { button: 1 })).toBe(true);
  lookAs('model');
  expect(press('#girls')).toBe(true);
  meStore.reset();
  expect(press('#girls')).toBe(true);
  expect([opened.mock.calls, left]).toEqual([[], []]);
});

test('where the browser opens no tab, and where it keeps nothing, the link leads where it always does', () => {
  opened.mockReturnValue(null);
  expect(press('#girls')).toBe(true);
  opened.mockReturnValue(tab);
  localStorage.clear();
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new Error('refused');
    },
  });
  expect(press('#girls')).toBe(true);
  expect(left).toEqual([]);
  stop();
  expect(press('#girls')).toBe(true);
  expect(left).toEqual([]);
});
