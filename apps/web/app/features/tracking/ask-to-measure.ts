import { showToast } from '@klieg/ui';
import { msg } from '@lingui/core/macro';
import { pageI18n } from '../../shared/language/load-texts.ts';
import { openModal } from '../../shared/modal/modal-store.ts';

/** Asks, by a notice that stays until it is pressed or closed and covers nothing that one watches. */
export function askToMeasure(): void {
  showToast({
    title: pageI18n._(msg`May we count this visit?`),
    content: pageI18n._(
      msg`An ad brought you here. Nothing about that is kept unless you allow it. Press here to choose.`,
    ),
    appearance: 'info',
    autoDismiss: false,
    onClick: () => openModal('consent', {}),
  });
}
