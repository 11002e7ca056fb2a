/* oxlint-disable no-console -- it is the console that is tested */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LOG_ENTRIES_MAX, LOG_EVERY_MS } from '@klieg/contract/features/tracking/limits';
import { refusal, stubServer } from '../../shared/testing/stub-server.ts';
import { sendConsole } from './console-batch.ts';

interface Batch {
  readonly logs: readonly { readonly level: string; readonly text: string; readonly at: string }[];
}
let stop: (() => void) | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(console, 'info').mockImplementation(() => {});
});
afterEach(() => {
  stop?.();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const textsOf = (sent: { readonly body: unknown }) => (sent.body as Batch).logs.map(({ text }) => text);

test('the last 50 entries of the console are sent every 5 s, each once (TRACKING-LOGGING-001) (CONSTANTS-070) (CONSTANTS-071)', async () => {
  expect([LOG_ENTRIES_MAX, LOG_EVERY_MS]).toEqual([50, 5_000]);
  const sent = stubServer({ 'POST /log': { status: 1 } });
  stop = sendConsole(() => true);
  for (let n = 1; n <= 60; n++) console.warn('line', n, { n });
  await vi.advanceTimersByTimeAsync(4_999);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent.map(({ call }) => call)).toEqual(['POST /log']);
  const texts = textsOf(sent[0]!);
  expect(texts).toHaveLength(50);
  expect([texts[0], texts.at(-1)]).toEqual(['line 11 {"n":11}', 'line 60 {"n":60}']);
  expect((sent[0]!.body as Batch).logs[0]!.level).toBe('warn');
  // Nothing new, nothing sent.
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sent).toHaveLength(1);
  console.info('later', new Error('broken'));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(textsOf(sent[1]!)).toEqual(['later Error: broken']);
});

test('nothing is sent while nobody wants it; the first batch says which browser it is; a refusal is silent', async () => {
  const sent = stubServer({ 'POST /log': refusal(503, 'common.unavailable') });
  let isWanted = false;
  stop = sendConsole(() => isWanted);
  console.warn('before');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(sent).toEqual([]);
  isWanted = true;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(textsOf(sent[0]!)[0]).toMatch(/^browser \{"name":.*"webrtc":/u);
  expect(textsOf(sent[0]!)[1]).toBe('before');
});

test('the console still says everything, and is as before when it ends', () => {
  const own = console.warn;
  stop = sendConsole(() => false);
  expect(console.warn).not.toBe(own);
  const loop: { self?: unknown } = {};
  loop.self = loop;
  console.warn('x', loop, undefined);
  expect(own).toHaveBeenCalledWith('x', loop, undefined);
  stop();
  expect(console.warn).toBe(own);
});
