import { MEDIA_TOKEN_MS, signMediaToken } from '@klieg/contract/media';
import { expect, test } from 'vitest';
import { makeAccess } from '../control/access.ts';
import { makePreviewMeter } from '../control/preview-meter.ts';
import { makeArrivals } from './arrivals.ts';
import { makeWhepAnywhere } from './whep-anywhere.ts';

const SECRET = Buffer.alloc(32, 6);
const now = (): number => 1_000_000;

/** A process that no stream has reached yet. */
function setup() {
  const arrivals = makeArrivals({ holdMs: 60_000, waitersMax: 100 });
  let held = 0;
  const whep = makeWhepAnywhere({
    access: makeAccess(SECRET, now, makePreviewMeter({ tell: () => {}, now })),
    findNamed: () => undefined,
    findOrigin: () => undefined,
    relays: { find: () => undefined },
    async awaitStream(streamName) {
      held += 1;
      await arrivals.until(streamName, () => false);
      held -= 1;
    },
  });
  const ask = (session: string) => {
    const claims = {
      use: 'play',
      streamName: 'a',
      session,
      mode: 'public',
      expiresAt: now() + MEDIA_TOKEN_MS,
    };
    return whep.route({
      method: 'POST',
      path: '/live/whep/a',
      authorization: `Bearer ${signMediaToken(SECRET, claims as never)}`,
      contentType: 'application/sdp',
      readBody: () => Promise.resolve(''),
    });
  };
  return { arrivals, ask, held: () => held };
}

test('one login session that waits for a stream by WHEP many times takes no other session its place', async () => {
  const { arrivals, ask, held } = setup();
  const greedy = Array.from({ length: 500 }, () => ask('greedy'));
  const other = ask('other');
  expect(held()).toBeLessThan(50);
  const before = held();
  // Those for whom there was no place have heard so, and the other one waits.
  await Promise.all(greedy.slice(before));
  expect(held()).toBe(before);
  arrivals.arrived('a');
  await Promise.all([...greedy, other]);
  expect(held()).toBe(0);
  void ask('greedy');
  expect(held()).toBe(1);
  arrivals.close();
});
