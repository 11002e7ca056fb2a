import { PublishRefused } from './publish-refused.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { refusal, stubServer } from '#app/shared/testing/stub-server.ts';
import { makeTokenSource } from './token-source.ts';

afterEach(() => vi.unstubAllGlobals());

test('until it is on air a fresh token begins what was wished for, then the broadcast only goes on', async () => {
  const sent = stubServer({ 'POST /broadcast/start': { ingest: { token: 'fresh' } } });
  const named = { co_performers: ['c1'] };
  const wish = { streaming_tech: 'webrtc' as const, audio_only: true, subject: 'Hello', ...named };
  const tokens = makeTokenSource('first', wish, named);
  expect([await tokens.next(), await tokens.next()]).toEqual(['first', 'fresh']);
  tokens.onLive();
  await tokens.next();
  expect(sent.map(({ body }) => body)).toEqual([wish, { streaming_tech: 'webrtc', ...named }]);
});

test.each([
  ['broadcast.already_live', 409, false],
  ['common.unavailable', 503, false],
  ['broadcast.banned', 403, true],
  ['common.unauthenticated', 401, true],
])('whether the refusal %s is final', async (code, status, isFinal) => {
  const replies: Record<string, unknown> = { 'POST /broadcast/start': refusal(status, code) };
  stubServer(replies);
  const tokens = makeTokenSource('first', { streaming_tech: 'webrtc', audio_only: false, test: false }, {});
  await tokens.next();
  const error = await tokens.next().catch((reason: unknown) => reason);
  expect(error instanceof PublishRefused && error.isFinal).toBe(isFinal);
  expect(error).toMatchObject(isFinal ? { cause: { code } } : { code });
  // What has passed is not remembered.
  replies['POST /broadcast/start'] = { ingest: { token: 'fresh' } };
  expect(await tokens.next()).toBe('fresh');
});
