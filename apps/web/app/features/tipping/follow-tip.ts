import type { I18n } from '@lingui/core';
import { showToast } from '@klieg/ui';
import { msg } from '@lingui/core/macro';
import { explainError, type Sentences } from '../../shared/errors/explain-error.ts';
import type { MissingFor } from '../../shared/modal/modal-map.ts';
import { openModal } from '../../shared/modal/modal-store.ts';
import type { TipFollowUp } from './send-tip.ts';

/**
 * Does what a refused payment requires: buying tokens, a limit, or a message.
 * @param missingFor what was to be paid, for the purchase dialog
 * @param own a feature's own sentences, which come first
 */
export function followTip(followUp: TipFollowUp, i18n: I18n, missingFor: MissingFor, own?: Sentences): void {
  switch (followUp.kind) {
    case 'buy-tokens':
      // Not every refusal says how many; that there are too few is known in any case.
      return openModal('tokens', { missingTokens: followUp.missingTokens ?? 0, missingFor });
    case 'daily-limit-verify':
      return openModal('daily-limit-verify', {});
    case 'daily-low-limit':
      return openModal('daily-low-limit', {});
    case 'postpay-card':
      return openModal('postpay-card', {});
    case 'unavailable':
      return void showToast({
        title: i18n._(msg`Tipping Unavailable`),
        content: followUp.text,
        appearance: 'error',
      });
    case 'nothing':
      return undefined;
    case 'error':
      return void showToast({
        content: followUp.error ? explainError(followUp.error, i18n, own) : i18n._(msg`Something went wrong`),
        appearance: 'error',
      });
  }
}
