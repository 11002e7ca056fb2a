import { expect, test } from 'vitest';
import { currentUserFixture } from '#app/shared/me/me.fixture.ts';
import type { Me } from '#app/shared/me/me-store.ts';
import { productFixture, productsFixture } from './products.fixture.ts';
import { PERSON_CHECKS, PRODUCT_CHECKS, purchaseStep, type PurchaseStep } from './purchase-step.ts';

type Changes = Parameters<typeof currentUserFixture>[0];
const as = (kind: 'guest' | 'member', changes: Changes = {}): Me => ({
  kind,
  current: currentUserFixture(changes),
});
const ageVerification = { ...currentUserFixture().user.ageVerification, required: true };
const declined = productsFixture({ declined_reason: 'Insufficient funds' });
const card = { id: 'c1', has_affidavit: false, brand: 'Visa', last4: '4242' };
const oneClick = productsFixture({ oneclick_suggestion: productFixture(), cards: [card] });

/** What each check looks at, in the order of the requirements; everything of the rows below it is there as well. */
const reasons: readonly (readonly [string, PurchaseStep, Changes])[] = [
  ['the Sweden tip block (BILLING-041)', 'tip-block-notice', { user: { lastLoginCountryTipBlocked: true } }],
  ['post-pay (BILLING-042)', 'postpay', { postpay: true }],
  ['a required age check (BILLING-043)', 'age-check', { user: { ageVerification } }],
  ['nobody who is logged in (BILLING-044) (BILLING-069)', 'signup', {}],
  ['a model', 'account', { user: { type: 'model' } }],
];

/** Everything that would stop a person from one check on. */
const allFrom = (at: number) =>
  reasons
    .slice(at)
    .map(([, , changes]) => changes)
    .reduce<NonNullable<Changes>>(
      (sum, changes) => ({ ...sum, ...changes, user: { ...sum.user, ...changes?.user } }),
      {},
    );

test.each(reasons.map(([name, step], at) => [name, step, at] as const))(
  '%s leads to %s, whatever would stop the person after it',
  (_name, step, at) => {
    const isGuest = at <= 3;
    expect(purchaseStep(as(isGuest ? 'guest' : 'member', allFrom(at)), declined, { isPhone: true })).toBe(
      step,
    );
  },
);

test('the first check that applies decides: notice, post-pay, age, sign-up, tokens, then what products say (BILLING-040)', () => {
  const isPhone = true;
  const stopped = reasons.map((_reason, at) =>
    purchaseStep(as(at <= 3 ? 'guest' : 'member', allFrom(at)), declined, { isPhone }),
  );
  const passed = [
    purchaseStep(as('member'), undefined, { isPhone }),
    purchaseStep(as('member'), { ...oneClick, declined_reason: 'no' }, { isPhone }),
    purchaseStep(as('member'), oneClick, { isPhone }),
    purchaseStep(as('member'), oneClick),
  ];
  expect([...stopped, ...passed]).toEqual([
    'tip-block-notice',
    'postpay',
    'age-check',
    'signup',
    'account',
    'wait',
    'declined',
    'tab',
    'purchase',
  ]);
});

test('models and pending accounts go to their tokens page (BILLING-068)', () => {
  expect(purchaseStep(as('member', { user: { type: 'model' } }), undefined)).toBe('account');
  expect(purchaseStep(as('member', { user: { compliance_status: 'pending' } }), undefined)).toBe('account');
  for (const status of ['none', 'approved', 'rejected', 'expired'] as const)
    expect(purchaseStep(as('member', { user: { compliance_status: status } }), undefined)).toBe('wait');
});

test('a declined reason opens the declined dialog, before the one-click tab of phones (BILLING-047)', () => {
  const both = { ...oneClick, declined_reason: 'Insufficient funds' };
  expect(purchaseStep(as('member'), both, { isPhone: true })).toBe('declined');
  expect(purchaseStep(as('member'), declined)).toBe('declined');
});

test('whoever goes on from the declined dialog gets the purchase, with every check of the person', () => {
  const retry = { isRetry: true, isPhone: true };
  expect(purchaseStep(as('member'), { ...oneClick, declined_reason: 'no' }, retry)).toBe('purchase');
  expect(purchaseStep(as('guest'), declined, retry)).toBe('signup');
});

test('a phone with a one-click suggestion gets the tab, with an affidavit where one is asked for (BILLING-045)', () => {
  const isPhone = true;
  expect(purchaseStep(as('member'), oneClick, { isPhone })).toBe('tab');
  expect(purchaseStep(as('member'), oneClick)).toBe('purchase');
  expect(purchaseStep(as('member'), productsFixture({ cards: [card] }), { isPhone })).toBe('purchase');
  const sworn = as('member', { user: { requires_credit_card_affidavit: true } });
  expect(purchaseStep(sworn, oneClick, { isPhone })).toBe('purchase');
  expect(
    purchaseStep(sworn, { ...oneClick, cards: [card, { ...card, has_affidavit: true }] }, { isPhone }),
  ).toBe('tab');
});

test('everybody else gets the purchase (BILLING-046)', () => {
  expect(purchaseStep({ kind: 'unknown' }, undefined)).toBe('wait');
  expect(purchaseStep(as('member'), undefined)).toBe('wait');
  expect(purchaseStep(as('member'), productsFixture())).toBe('purchase');
});

test('the checks are those of the requirements, in their order', () => {
  const ids = [...PERSON_CHECKS, ...PRODUCT_CHECKS].map(({ id }) => id);
  expect(ids.map((id) => Number(id.slice(-3)))).toEqual([41, 42, 43, 44, 68, 47, 45, 46]);
});
