import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { KEPT_MS, listLately } from './kept-lists.ts';

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  document.cookie = 'gender=; max-age=0';
});

let answers = 0;
const load = (path: string) =>
  listLately({
    request: new Request(`http://localhost${path}`),
    serverLoader: async () => ({ path, answer: (answers += 1) }),
  });

test('a list is asked for again after 60 seconds and not before, by path and filters (CONSTANTS-068)', async () => {
  expect(KEPT_MS).toBe(60_000);
  const first = await load('/girls?p=2&gender-hide=m');
  expect(await load('/girls?gender-hide=m&p=2&modal=login')).toEqual(first);
  expect(await load('/girls?p=3&gender-hide=m')).not.toEqual(first);
  expect(await load('/men?p=2&gender-hide=m')).not.toEqual(first);
  vi.setSystemTime(Date.now() + 59_999);
  expect(await load('/girls?p=2&gender-hide=m')).toEqual(first);
  vi.setSystemTime(Date.now() + 1);
  expect(await load('/girls?p=2&gender-hide=m')).not.toEqual(first);
});

test('another section, language or a clock that went back is another list', async () => {
  const first = await load('/');
  document.cookie = 'gender=m';
  const second = await load('/');
  expect(second).not.toEqual(first);
  document.documentElement.lang = 'de';
  expect(await load('/')).not.toEqual(second);
  document.documentElement.lang = '';
  expect(await load('/')).toEqual(second);
  vi.setSystemTime(Date.now() - 5_000);
  expect(await load('/')).not.toEqual(second);
});

test('few lists are kept, and none where storage is full', async () => {
  for (let page = 1; page <= 30; page++) await load(`/girls?p=${page}`);
  expect(Object.keys(localStorage).filter((key) => key.startsWith('klieg.list '))).toHaveLength(12);
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    removeItem: () => undefined,
    setItem() {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  const first = await load('/trans');
  expect(await load('/trans')).not.toEqual(first);
  vi.unstubAllGlobals();
});

test('a refusal or another address is passed on and kept by nobody', async () => {
  const request = new Request('http://localhost/nobody');
  const serverLoader = () => Promise.reject(new Response(null, { status: 404 }));
  await expect(listLately({ request, serverLoader })).rejects.toMatchObject({ status: 404 });
  expect(await load('/nobody')).toMatchObject({ path: '/nobody' });
});
