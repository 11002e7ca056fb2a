import { afterEach, expect, test, vi } from 'vitest';
import { stubServer } from '../../shared/testing/stub-server.ts';
import { FINGERPRINT_MS, sendFingerprint } from './fingerprint.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a coarse value is sent with a linked id and a tag of the source, and waited for at most 3 s (TRACKING-LOGGING-015)', async () => {
  expect(FINGERPRINT_MS).toBe(3_000);
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  const sent = stubServer({ 'POST /fingerprint': { status: 1, fp: 'kept' } });
  expect(await sendFingerprint('41', 'ad-7')).toBe('kept');
  expect(timeout).toHaveBeenCalledWith(3_000);
  const { visitor_id: first } = sent[0]!.body as { visitor_id: string };
  expect(sent[0]!.body).toEqual({ visitor_id: first, linked_id: '41', tag: 'ad-7' });
  expect(first).toMatch(/^[0-9a-f]{32}$/u);
  await sendFingerprint('41', 'ad-7');
  expect((sent[1]!.body as { visitor_id: string }).visitor_id).toBe(first);
});

test('an answer that does not come in time, a refusal and no consent are silent', async () => {
  const end = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(end.signal);
  vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
    const late = new Promise((_resolve, reject) =>
      signal!.addEventListener('abort', () => reject(signal!.reason as Error)),
    );
    end.abort(new DOMException('late', 'TimeoutError'));
    return late;
  });
  expect(await sendFingerprint('41', 'direct')).toBeUndefined();
  vi.restoreAllMocks();
  stubServer({});
  expect(await sendFingerprint('41', 'direct')).toBeUndefined();
  stubServer({ 'POST /fingerprint': { status: 1, fp: '' } });
  expect(await sendFingerprint('41', 'direct')).toBeUndefined();
});
