import { afterEach, expect, test, vi } from 'vitest';
import { stubServer } from '#app/shared/testing/stub-server.ts';
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
