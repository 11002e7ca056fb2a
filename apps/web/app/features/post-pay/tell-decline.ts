import { showToast } from '@klieg/ui';
import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** Says whether the link that declines post-pay has turned it off. */
export function tellDecline(result: 'declined' | 'error', i18n: Pick<I18n, '_'>): void {
  if (result === 'declined')
    showToast({
      content: i18n._(msg`Post-pay is off. What you owe is charged as agreed, nothing more.`),
      appearance: 'success',
    });
  else
    showToast({
      content: i18n._(msg`Post-pay could not be turned off. Please try again.`),
      appearance: 'error',
    });
}
