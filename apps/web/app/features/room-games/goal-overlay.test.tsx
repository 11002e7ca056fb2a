import { TIP_GOAL } from '@klieg/contract/features/room-games/goal-limits';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderPage } from '../../shared/testing/render-page.tsx';
import { GoalOverlay } from './goal-overlay.tsx';

/* The overlay's states, as its server answers; time is the test's own. */

interface Asked {
  readonly url: URL;
  readonly method: string;
}

let asked: Asked[];
/** What the server says next; a Response that is an error stands for a connection that is lost. */
let answers: (() => Response)[];

const json = (status: number, body: object) => () => new Response(JSON.stringify(body), { status });
const goal = (changes: object = {}) => ({
  app_id: TIP_GOAL,
  status: 'running',
  title: 'One song',
  target: 100,
  current: 60,
  round: 1,
  feed_seq: 7,
  ...changes,
});
let told = 0;
const overlay = (shown: object | null, reached: readonly object[] = []) =>
  json(200, { version: `v${(told += 1)}`, goal: shown, reached });
const reached = goal({ status: 'reached', current: 110, feed_seq: 9, last_username: 'ines' });
const revoked = json(404, { status: 0, code: 'room_games.overlay_key_invalid', message: '', params: {} });
const lost = () => {
  throw new TypeError('Failed to fetch');
};

/** Lets time pass until the page has asked for all that there is to say. */
async function hearAll(): Promise<void> {
  for (let turn = 0; turn < 200 && answers.length > 0; turn++)
    await act(() => vi.advanceTimersByTimeAsync(500));
  expect(answers).toEqual([]);
  await act(() => vi.advanceTimersByTimeAsync(0));
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

const open = (hasSound = false) =>
  renderPage(<GoalOverlay overlayKey="15-abc" hasSound={hasSound} />, '/overlay/goal');

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  answers = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ url: new URL(url, 'http://site'), method: init.method ?? 'GET' });
    const answer = answers.shift();
    // What has not been said yet is waited for, as the server does.
    return answer ? answer() : new Promise<Response>(() => {});
  });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('running: title, bar, percent, tokens and which of how many', async () => {
  answers.push(overlay(goal({ step: 2, steps: 3 })));
  open();
  await hearAll();
  expect(screen.getByRole('heading').textContent).toBe('One song');
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('60');
  const { textContent } = screen.getByRole('region', { name: 'Goal' });
  for (const words of ['60%', '60 of 100 tokens', '2 of 3']) expect(textContent).toContain(words);
});

test('it asks by its key alone, and for what differs from the last answer', async () => {
  answers.push(overlay(goal()), overlay(goal({ current: 70 })));
  open();
  await hearAll();
  await pass(500);
  expect(asked.map(({ url, method }) => [method, url.pathname, url.searchParams.get('after')])).toEqual([
    ['GET', '/api/v1/goal_overlay', null],
    ['GET', '/api/v1/goal_overlay', `v${told - 1}`],
    ['GET', '/api/v1/goal_overlay', `v${told}`],
  ]);
  expect(asked[0]!.url.searchParams.get('key')).toBe('15-abc');
  expect(screen.getByText('70%')).toBeTruthy();
});

test('without a goal nothing is drawn, and one that is set appears', async () => {
  answers.push(overlay(null));
  open();
  await pass(0);
  expect(answers).toEqual([]);
  expect(screen.getByRole('main').textContent).toBe('');
  answers.push(overlay(goal({ current: 0 })));
  await hearAll();
  expect(screen.getByText('0 of 100 tokens')).toBeTruthy();
});

test('a goal that has ended is not shown', async () => {
  answers.push(overlay(goal({ status: 'ended' })));
  open();
  await hearAll();
  expect(screen.getByRole('main').textContent).toBe('');
});

test('paused: it goes on with the public show', async () => {
  answers.push(overlay(goal({ status: 'paused' })));
  open();
  await hearAll();
  expect(screen.getByText('Continues with the public show')).toBeTruthy();
});

test('reached: it is celebrated for a moment, then the panel says so', async () => {
  answers.push(overlay(goal()), overlay(reached, [reached]));
  open();
  await hearAll();
  expect(screen.getByRole('status').textContent).toContain('100 of 100, closed by ines');
  expect(screen.queryByRole('progressbar')).toBeNull();
  await pass(5_000);
  expect(screen.queryByRole('status')).toBeNull();
  expect(screen.getByText('Reached')).toBeTruthy();
  expect(screen.getByText('110 of 100 tokens')).toBeTruthy();
});

test('it is heard only where the address says so', async () => {
  const started = vi.fn();
  const node = () => ({
    connect: (next: unknown) => next,
    frequency: { setValueAtTime() {} },
    gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} },
    start: started,
    stop() {},
  });
  class FakeAudio {
    readonly currentTime = 0;
    readonly destination = {};
    readonly createOscillator = node;
    readonly createGain = node;
    async resume(): Promise<void> {}
  }
  vi.stubGlobal('AudioContext', FakeAudio);
  for (const [hasSound, strokes] of [
    [false, 0],
    [true, 4],
  ] as const) {
    started.mockClear();
    answers.push(overlay(goal()), overlay(reached, [reached]));
    open(hasSound);
    await hearAll();
    expect(started).toHaveBeenCalledTimes(strokes);
    cleanup();
  }
});

test('a key that has ended shows one plain line, and nothing is asked any more', async () => {
  answers.push(overlay(goal()), revoked);
  open();
  await hearAll();
  expect(screen.getByRole('main').textContent).toBe(
    'This overlay address is no longer valid. Copy a new one in the studio.',
  );
  const calls = asked.length;
  await pass(120_000);
  expect(asked).toHaveLength(calls);
});

test('a lost connection keeps what was shown and is tried again, ever more seldom and for ever', async () => {
  const busy = json(503, { status: 0, code: 'common.unavailable', message: '', params: {} });
  const proxy = () => new Response('<html>', { status: 502 });
  answers.push(overlay(goal()), ...Array.from({ length: 20 }, (_, i) => [lost, busy, proxy][i % 3]!));
  open();
  await pass(60_000);
  expect(screen.getByText('60%')).toBeTruthy();
  const inFirstMinute = asked.length;
  await pass(60_000);
  expect(asked.length - inFirstMinute).toBeLessThan(inFirstMinute);
  await pass(20 * 60_000);
  expect(answers).toEqual([]);
  expect(screen.getByText('60%')).toBeTruthy();
});

test('after a lost connection it goes on with what is now', async () => {
  answers.push(overlay(goal()), lost, lost, overlay(goal({ current: 80 })));
  open();
  await hearAll();
  expect(screen.getByText('80%')).toBeTruthy();
});

test('a server that never answers is asked anew', async () => {
  answers.push(overlay(goal()));
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ url: new URL(url, 'http://site'), method: 'GET' });
    const answer = answers.shift();
    if (answer) return answer();
    return new Promise<Response>((_, reject) =>
      init.signal?.addEventListener('abort', () => reject(new DOMException('gone', 'AbortError'))),
    );
  });
  open();
  await pass(1_000);
  expect(asked).toHaveLength(2);
  await pass(40_000);
  expect(asked.length).toBeGreaterThan(2);
  expect(screen.getByText('60%')).toBeTruthy();
});

test('a page that is closed asks no more', async () => {
  answers.push(overlay(goal()));
  open();
  await hearAll();
  cleanup();
  const calls = asked.length;
  await vi.advanceTimersByTimeAsync(120_000);
  expect(asked).toHaveLength(calls);
  expect(vi.getTimerCount()).toBe(0);
});
