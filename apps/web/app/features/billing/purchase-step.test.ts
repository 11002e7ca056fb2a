import { expect, test } from 'vitest';
import { currentUserFixture } from '../../shared/me/me.fixture.ts';
import type { Me } from '../../shared/me/me-store.ts';
import { productsFixture } from './products.fixture.ts';
import { purchaseStep } from './purchase-step.ts';

type Changes = Parameters<typeof currentUserFixture>[0];
const as = (kind: 'guest' | 'member', changes: Changes = {}): Me => ({
  kind,
  current: currentUserFixture(changes),
});
const ageRequired = { ...currentUserFixture().user.ageVerification, required: true };

test('the checks run in this order, the first that fits decides (BILLING-040)', () => {
  const everything: Changes = {
    postpay: true,
    user: { lastLoginCountryTipBlocked: true, ageVerification: ageRequired, type: 'model' },
  };
  expect(purchaseStep(as('guest', everything), undefined)).toBe('tip-block-notice');
  const withoutBlock = { ...everything, user: { ...everything.user, lastLoginCountryTipBlocked: false } };
  expect(purchaseStep(as('guest', withoutBlock), undefined)).toBe('postpay');
  expect(purchaseStep(as('guest', { ...withoutBlock, postpay: false }), undefined)).toBe('age-check');
});

test('the Sweden tip block shows its notice (BILLING-041)', () =>
  expect(purchaseStep(as('member', { user: { lastLoginCountryTipBlocked: true } }), productsFixture())).toBe(
    'tip-block-notice',
  ));
test('post-pay shows its own dialog (BILLING-042)', () =>
  expect(purchaseStep(as('member', { postpay: true }), productsFixture())).toBe('postpay'));
test('a required age check comes first (BILLING-043)', () =>
  expect(purchaseStep(as('member', { user: { ageVerification: ageRequired } }), productsFixture())).toBe(
    'age-check',
  ));
test('a guest is asked to sign up (BILLING-044, BILLING-069)', () =>
  expect(purchaseStep(as('guest'), undefined)).toBe('signup'));
test('models and pending accounts go to their tokens page (BILLING-068)', () => {
  expect(purchaseStep(as('member', { user: { type: 'model' } }), undefined)).toBe('account');
  expect(purchaseStep(as('member', { user: { compliance_status: 'pending' } }), undefined)).toBe('account');
});
test('a declined reason opens the declined dialog (BILLING-047)', () =>
  expect(purchaseStep(as('member'), productsFixture({ declined_reason: 'Insufficient funds' }))).toBe(
    'declined',
  ));
test('whoever goes on from the declined dialog gets the purchase, with every other check', () => {
  const declined = productsFixture({ declined_reason: 'Insufficient funds' });
  expect(purchaseStep(as('member'), declined, true)).toBe('purchase');
  expect(purchaseStep(as('guest'), declined, true)).toBe('signup');
});
test('everybody else gets the purchase (BILLING-046)', () => {
  expect(purchaseStep(as('member'), undefined)).toBe('wait');
  expect(purchaseStep(as('member'), productsFixture())).toBe('purchase');
});
