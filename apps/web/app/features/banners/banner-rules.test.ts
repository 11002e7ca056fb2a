import type { Banner, CurrentUser } from '@klieg/contract';
import { expect, test } from 'vitest';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import { isWithoutBanner, nextBanner, withClosed } from './banner-rules.ts';

const viewer = (user: Partial<CurrentUser['user']> = {}) => currentUserFixture({ user });
const { ageVerification } = currentUserFixture().user;

test.each([
  ['a premium user (SHELL-034)', { current: viewer({ membership: 'premium' }) }],
  ['a VIP', { current: viewer({ membership: 'vip' }) }],
  ['a model (SHELL-035)', { current: viewer({ type: 'model' }) }],
  [
    'whoever has to verify their age (SHELL-021)',
    { current: viewer({ ageVerification: { ...ageVerification, required: true, state: 'pending' } }) },
  ],
  ['a man in the room of a man (SHELL-022)', { current: viewer({ gender: 'm' }), performerGender: 'm' }],
])('no banner is shown to %s', (_who, place) => {
  expect(isWithoutBanner(place)).toBe(true);
});

test('a banner is shown to other viewers, a man in another room among them', () => {
  const verified = { ...ageVerification, required: true, state: 'passed' as const };
  for (const place of [
    { current: viewer() },
    { current: viewer({ ageVerification: verified }) },
    { current: viewer({ gender: 'm' }) },
    { current: viewer({ gender: 'm' }), performerGender: 'f' },
    { current: viewer({ gender: 'f' }), performerGender: 'm' },
  ])
    expect(isWithoutBanner(place)).toBe(false);
});

test('the first that was not closed is shown; the newest closed ones are remembered', () => {
  const list = ['a', 'b'].map((id) => ({ id }) as Banner);
  expect(nextBanner(list, [])?.id).toBe('a');
  expect(nextBanner(list, ['a'])?.id).toBe('b');
  expect(nextBanner(list, ['b', 'a'])).toBeUndefined();
  expect(withClosed(['a', 'b'], 'a')).toEqual(['b', 'a']);
  expect(
    withClosed(
      Array.from({ length: 60 }, (_, n) => `${n}`),
      'x',
    ),
  ).toHaveLength(50);
});
