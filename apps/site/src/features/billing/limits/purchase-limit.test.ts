import { expect, test } from 'vitest';
import { purchaseLimitCents } from './purchase-limit.ts';

test('only papers that are approved raise the limit of a day from $200 to $500', () => {
  expect(purchaseLimitCents({ complianceStatus: 'approved' })).toBe(50_000);
  for (const complianceStatus of ['none', 'pending', 'rejected', 'expired'])
    expect(purchaseLimitCents({ complianceStatus }), complianceStatus).toBe(20_000);
});
