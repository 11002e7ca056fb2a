import { expect, test } from 'vitest';
import { makeFreshToken } from './fresh-token.ts';
import type { PlayAnswer, PlayGrant } from './play-grant.ts';

const grant = (token: string, streamName = '8f0c'): PlayGrant => ({
  stream_name: streamName,
  token,
  expires_at: '2026-11-20T12:00:00.000Z',
  urls: { ws: '', hls: '', whep: '' },
  renditions: ['source'],
  mode: 'public',
});

function setup(answers: (PlayAnswer | Error)[]) {
  let nowMs = 0;
  const refusals: string[] = [];
  let asked = 0;
  const fresh = makeFreshToken({
    grant: grant('st_0'),
    askGrant: async () => {
      const answer = answers[asked];
      asked += 1;
      if (!answer || answer instanceof Error) throw answer ?? new Error('none left');
      return answer;
    },
    onRefused: (reason) => refusals.push(reason),
    now: () => nowMs,
  });
  return { fresh, refusals, at: (ms: number) => (nowMs = ms), asked: () => asked };
}

test('a token is asked for once when it is due, however many requests wait for it', async () => {
  const { fresh, at, asked } = setup([{ grant: grant('st_1') }]);
  expect(await fresh.get()).toBe('st_0');
  at(40_000);
  expect(await Promise.all([fresh.get(), fresh.get()])).toEqual(['st_1', 'st_1']);
  at(79_999);
  expect(await fresh.get()).toBe('st_1');
  expect(asked()).toBe(1);
});

test('where none can be had the old one is shown, and soon another attempt is made', async () => {
  const { fresh, at, asked } = setup([new Error('offline'), { grant: grant('st_2') }]);
  at(40_000);
  expect(await fresh.get()).toBe('st_0');
  at(41_000);
  expect(await fresh.get()).toBe('st_0');
  expect(asked()).toBe(1);
  at(42_000);
  expect(await fresh.get()).toBe('st_2');
});

test('a refused token is replaced with the next request', async () => {
  const { fresh, at } = setup([{ grant: grant('st_1') }]);
  at(1_000);
  fresh.spoil();
  expect(await fresh.get()).toBe('st_1');
});

test('a right that ended or went over to another stream is told', async () => {
  const refused = setup([{ refused: 'broadcast.not_entitled' }]);
  refused.at(40_000);
  await refused.fresh.get();
  expect(refused.refusals).toEqual(['broadcast.not_entitled']);
  const moved = setup([{ grant: grant('st_9', 'another') }]);
  moved.at(40_000);
  expect(await moved.fresh.get()).toBe('st_0');
  expect(moved.refusals).toEqual(['mode_changed']);
});
