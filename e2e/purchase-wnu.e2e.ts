import { expect } from '@playwright/test';
import { test } from './purchase-site.ts';
import {
  choose,
  dialog,
  expectAdded,
  join,
  openPurchase,
  payAtTwin,
  preferBiller,
} from './purchase-steps.ts';

/* The purchase where Epoch is sold under the name of WNU. */

test.use({ shopEnv: { EPOCH_PAGE: 'wnu', DEMO_LIVE: '0', ROLES: 'site,jobs,sandbox' } });

test(
  'wnu opens in the same window and approves, and one press approves again (BILLING-051)',
  { tag: '@long' },
  async ({ page }) => {
    await join(page);
    await preferBiller(page, 'wnu');
    await openPurchase(page);
    await choose(page, 100, /^Card$/u);
    await expect(page.getByRole('heading', { name: 'Epoch twin' })).toBeVisible();
    expect(page.context().pages()).toHaveLength(1);
    await payAtTwin(page);
    await expectAdded(page, 100, 100);
    await preferBiller(page, undefined);
    await openPurchase(page);
    await dialog(page, 'Buy tokens')
      .getByRole('button', { name: /^Pay .* with Epoch/u })
      .click();
    await expectAdded(page, 100, 200);
  },
);
