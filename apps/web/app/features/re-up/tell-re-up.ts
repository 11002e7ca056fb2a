import { formatAmount } from '@klieg/i18n';
import { showToast } from '@klieg/ui';
import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** Says what came of an automatic purchase. */
export function tellReUp(
  word: 'success' | 'limit' | 'disabled' | 'failed',
  tokens: number,
  i18n: Pick<I18n, '_' | 'locale'>,
): void {
  switch (word) {
    case 'success': {
      const n = formatAmount(tokens, i18n.locale);
      return showToast({
        content: i18n._(msg`Auto re-up successful! ${n} tokens added to your balance`),
        appearance: 'success',
      });
    }
    case 'limit':
      return showToast({
        content: i18n._(msg`Auto re-up has reached the limit that you set.`),
        appearance: 'info',
      });
    case 'disabled':
      return showToast({
        content: i18n._(msg`Auto re-up is off: your card was declined twice.`),
        appearance: 'warning',
      });
    case 'failed':
      return showToast({ content: i18n._(msg`Auto re-up failed`), appearance: 'error' });
  }
}
