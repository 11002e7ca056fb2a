import { showToast } from '@klieg/ui';
import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { codeOf } from '#app/shared/errors/explain-error.ts';
import { openModal } from '#app/shared/modal/modal-store.ts';
import { followTip, followUpOf } from '../../tipping/index.ts';

/** Says that tokens are missing, and opens the way to buy them (ERRORS-022). */
export function askForTokens(missingTokens: number, i18n: I18n): void {
  showToast({
    content: i18n._(msg`You have to buy more credits to buy this media`),
    appearance: 'error',
  });
  openModal('tokens', { missingTokens, missingFor: 'media' });
}

/** What the page shows is outdated. */
const isStale = (code: string | undefined): boolean =>
  code === 'common.price_changed' ||
  code === 'media_library.not_found' ||
  code === 'media_library.too_few' ||
  code?.startsWith('rooms.') === true;

/**
 * Does what a refused purchase requires: buying tokens, a limit, or showing the server's message (MEDIA-LIBRARY-038).
 * @returns whether the page must reload what it shows
 */
export function tellRefusal(error: unknown, i18n: I18n): boolean {
  const followUp = followUpOf(error);
  const code = codeOf(error);
  if (code === 'media_library.need_credits' && followUp.kind === 'buy-tokens')
    askForTokens(followUp.missingTokens ?? 0, i18n);
  else if (code === 'common.price_changed')
    showToast({
      content: i18n._(msg`The price has changed. Check it, and press again.`),
      appearance: 'error',
    });
  else followTip(followUp, i18n, 'media');
  return isStale(code);
}
