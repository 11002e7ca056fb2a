import type { I18n } from '@lingui/core';
import { showToast } from '@klieg/ui';
import { lateApi } from '../../shared/api/late-client.ts';
import { explainError } from '../../shared/errors/explain-error.ts';
import { openBillerPage } from '../billing/index.ts';

/** Opens a biller's page for a new card, or says why there is none; the card number goes nowhere else. */
export async function addCard(i18n: I18n): Promise<void> {
  try {
    const { link, order_id: orderId, opens } = await lateApi.startCard({ body: {} });
    openBillerPage({ link, orderId, opens });
  } catch (error) {
    showToast({ content: explainError(error, i18n), appearance: 'error' });
  }
}
