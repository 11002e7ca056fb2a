import { showToast } from '@klieg/ui';
import { msg } from '@lingui/core/macro';
import { readConsent } from '../../shared/consent.ts';
import { loadTexts, pageI18n } from '../../shared/language/load-texts.ts';
import { openModal } from '../../shared/modal/modal-store.ts';
import { countView, followConsent } from './measure.ts';
import { isFromAdvert } from './visit-tracking.ts';

let hasBegun = false;

/** Asks, by a notice that stays until it is pressed or closed and covers nothing that one watches. */
async function ask(): Promise<void> {
  await loadTexts();
  showToast({
    title: pageI18n._(msg`May we count this visit?`),
    content: pageI18n._(
      msg`An advert brought you here. Nothing is kept of that unless you allow it. Press here to choose.`,
    ),
    appearance: 'info',
    autoDismiss: false,
    onClick: () => openModal('consent', {}),
  });
}

/** Begins with what was agreed to, or asks for it; then counts the view of a page. */
export function measureView(pathname: string): void {
  if (!hasBegun) {
    hasBegun = true;
    if (readConsent(document.cookie) !== undefined) followConsent();
    else if (isFromAdvert(new URLSearchParams(location.search))) void ask();
  }
  countView(pathname);
}
