import { describe, expect, test } from 'vitest';
import type { Me } from '../../shared/me/me-store.ts';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import { limitChoices, tellsOnce } from './postpay-rules.ts';

const member = (more: Parameters<typeof currentUserFixture>[0] = {}): Me => ({
  kind: 'member',
  current: currentUserFixture({ postpay: true, ...more }),
});
const page = { pathname: '/', wasTold: false, isFree: true };

describe('the modal of post-pay opens by itself', () => {
  test('once, for a member who pays later and needs no age check (BILLING-059)', () => {
    expect(tellsOnce(member(), page)).toBe(true);
    expect(tellsOnce(member(), { ...page, wasTold: true })).toBe(false);
    expect(tellsOnce(member({ postpay: false }), page)).toBe(false);
    expect(tellsOnce({ kind: 'guest', current: currentUserFixture({ postpay: true }) }, page)).toBe(false);
    expect(tellsOnce({ kind: 'unknown' }, page)).toBe(false);
    const { ageVerification } = currentUserFixture().user;
    expect(
      tellsOnce(member({ user: { ageVerification: { ...ageVerification, required: true } } }), page),
    ).toBe(false);
  });

  test.each(['/affiliates', '/free-register/connect', '/models/signup', '/models/signup/'])(
    'not on %s (BILLING-060)',
    (pathname) => expect(tellsOnce(member(), { ...page, pathname })).toBe(false),
  );

  test('not over another modal, and on any other page', () => {
    expect(tellsOnce(member(), { ...page, isFree: false })).toBe(false);
    for (const pathname of ['/account/tokens', '/iris_hale', '/affiliates_fan'])
      expect(tellsOnce(member(), { ...page, pathname })).toBe(true);
  });
});

test('limits up to the most that is offered can be chosen', () => {
  expect(limitChoices(500)).toEqual([100, 250, 500]);
  expect(limitChoices(750)).toEqual([100, 250, 500, 750]);
  expect(limitChoices(0)).toEqual([]);
});
