import { expect, test } from 'vitest';
import { currentUserFixture } from '#app/shared/me/me.fixture.ts';
import { mediaFixture } from '../media.fixture.ts';
import { purchaseStep } from './purchase-step.ts';

const member = (changes: Parameters<typeof currentUserFixture>[0]) =>
  ({ kind: 'member', current: currentUserFixture(changes) }) as const;
const guest = { kind: 'guest', current: currentUserFixture({ tokens: 0 }) } as const;
const media = mediaFixture({ final_price: 45 });

test('a guest is sent to log in first, but for what is open to all (MEDIA-LIBRARY-030)', () => {
  expect(purchaseStep({ kind: 'unknown' }, media)).toEqual({ do: 'wait' });
  expect(purchaseStep(guest, media)).toEqual({ do: 'log-in' });
  expect(purchaseStep(guest, mediaFixture({ final_price: 0, is_free_no_auth: true }))).toEqual({
    do: 'open',
  });
});

test('what is owned or costs nothing is opened, and nothing is charged (MEDIA-LIBRARY-031)', () => {
  const poor = member({ tokens: 0 });
  expect(purchaseStep(poor, mediaFixture({ owned: true }))).toEqual({ do: 'open' });
  expect(purchaseStep(member({ tokens: 0, media_ids: [9] }), media)).toEqual({ do: 'open' });
  expect(purchaseStep(poor, mediaFixture({ final_price: 0 }))).toEqual({ do: 'open' });
});

test('too few tokens without a card and post-pay lead to buying them (MEDIA-LIBRARY-032)', () => {
  expect(purchaseStep(member({ tokens: 20 }), media)).toEqual({ do: 'buy-tokens', missingTokens: 25 });
});

test('with the tokens, with a card or with post-pay it is asked once (MEDIA-LIBRARY-033)', () => {
  expect(purchaseStep(member({ tokens: 45 }), media)).toEqual({ do: 'ask' });
  expect(purchaseStep(member({ tokens: 0, has_cc: true }), media)).toEqual({ do: 'ask' });
  expect(purchaseStep(member({ tokens: 0, postpay: true }), media)).toEqual({ do: 'ask' });
});
