import { showToast } from '@klieg/ui';
import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** Says that tokens have left the balance for a payout. */
export function tellPayout(tokens: number, i18n: Pick<I18n, '_'>): void {
  showToast({ content: i18n._(msg`${tokens} tokens removed for payout`), appearance: 'info' });
}
