import { afterEach, expect, test, vi } from 'vitest';
import { stubServer } from '../../shared/testing/stub-server.ts';
import { FINGERPRINT_MS, makesFingerprint, sendFingerprint } from './fingerprint.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('it is skipped on a VPN unless force_fingerprint_on_vpn asks for it, and never made without consent (TRACKING-LOGGING-009, TRACKING-LOGGING-014)', () => {
  const made = (hasConsent: boolean, isOnVpn: boolean, isForced: boolean) =>
    makesFingerprint({ hasConsent, isOnVpn, isForced });
  expect(made(true, false, false)).toBe(true);
  expect(made(true, true, false)).toBe(false);
  expect(made(true, true, true)).toBe(true);
  for (const [isOnVpn, isForced] of [
    [false, false],
    [true, false],
    [true, true],
    [false, true],
  ] as const)
    expect(made(false, isOnVpn, isForced)).toBe(false);
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
