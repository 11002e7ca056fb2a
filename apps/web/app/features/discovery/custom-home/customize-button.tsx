import { Button } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { openModal } from '#app/shared/modal/modal-store.ts';

/** Opens the choice of how a member's home page is laid out. */
export default function CustomizeButton() {
  const { t } = useLingui();
  return (
    <Button kind="text" icon="layout" aria-label={t`Customize`} onClick={() => openModal('home-layout', {})}>
      <span className="max-tablet:hidden">
        <Trans>Customize</Trans>
      </span>
    </Button>
  );
}
