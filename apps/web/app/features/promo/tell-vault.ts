import { showToast } from '@klieg/ui';
import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { openModal } from '../../shared/modal/modal-store.ts';

/** Says that the vault has a spin. */
export const tellVault = (i18n: Pick<I18n, '_'>): void =>
  showToast({
    title: i18n._(msg`The vault is open`),
    content: i18n._(msg`You have a free spin today. Press here to spin.`),
    appearance: 'info',
    autoDismiss: false,
    showClose: true,
    onClick: () => openModal('vault-wheel', {}),
  });
