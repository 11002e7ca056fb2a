import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubServer } from '../../shared/testing/stub-server.ts';
import { FINGERPRINT_MS, sendFingerprint } from './fingerprint.ts';
import { dropFingerprint, KEPT_LIMIT_MS, KEPT_MS } from './fingerprint-cache.ts';

beforeEach(() => dropFingerprint());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a coarse value is sent with a linked id and a tag of the source, and waited for at most 3 s (TRACKING-LOGGING-015) (CONSTANTS-029)', async () => {
  expect(FINGERPRINT_MS).toBe(3_000);
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  const sent = stubServer({ 'POST /fingerprint': { status: 1, fp: 'kept' } });
  expect(await sendFingerprint('41', 'ad-7')).toBe('kept');
  expect(timeout).toHaveBeenCalledWith(3_000);
  const { visitor_id: first } = sent[0]!.body as { visitor_id: string };
  expect(sent[0]!.body).toEqual({ visitor_id: first, linked_id: '41', tag: 'ad-7' });
  expect(first).toMatch(/^[0-9a-f]{32}$/u);
  dropFingerprint();
  await sendFingerprint('41', 'ad-7');
  expect((sent[1]!.body as { visitor_id: string }).visitor_id).toBe(first);
});

test('an answer that does not come in time, a refusal and no consent are false, and silent (ERRORS-009)', async () => {
  const end = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(end.signal);
  vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
    const late = new Promise((_resolve, reject) =>
      signal!.addEventListener('abort', () => reject(signal!.reason as Error)),
    );
    end.abort(new DOMException('late', 'TimeoutError'));
    return late;
  });
  expect(await sendFingerprint('41', 'direct')).toBe(false);
  vi.restoreAllMocks();
  stubServer({});
  expect(await sendFingerprint('41', 'direct')).toBe(false);
  stubServer({ 'POST /fingerprint': { status: 1, fp: '' } });
  expect(await sendFingerprint('41', 'direct')).toBe(false);
});

test('what was sent is not sent again within an hour of its last use, and never for longer than a day (CONSTANTS-030) (CONSTANTS-031)', async () => {
  expect([KEPT_MS, KEPT_LIMIT_MS]).toEqual([3_600_000, 86_400_000]);
  vi.useFakeTimers({ toFake: ['Date'] });
  const sent = stubServer({ 'POST /fingerprint': { status: 1, fp: 'kept' } });
  const send = () => sendFingerprint('41', 'ad-7');
  const start = Date.now();
  expect(await send()).toBe('kept');
  vi.setSystemTime(start + KEPT_MS - 1);
  expect(await send()).toBe('kept');
  expect(sent).toHaveLength(1);
  // It was used: the hour begins anew, up to a day.
  for (let at = start + KEPT_MS - 1; at < start + KEPT_LIMIT_MS; at += KEPT_MS - 1) {
    vi.setSystemTime(at);
    await send();
  }
  expect(sent).toHaveLength(1);
  vi.setSystemTime(start + KEPT_LIMIT_MS);
  await send();
  expect(sent).toHaveLength(2);
  vi.setSystemTime(start + KEPT_LIMIT_MS + KEPT_MS);
  await send();
  expect(sent).toHaveLength(3);
  // Of somebody else, or of another source, it is another one.
  await sendFingerprint('42', 'ad-7');
  await sendFingerprint('42', 'direct');
  expect(sent).toHaveLength(5);
});
