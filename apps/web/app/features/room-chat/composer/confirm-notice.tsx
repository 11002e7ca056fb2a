import { Button, Notice } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { openModal } from '#app/shared/modal/modal-store.ts';

/** Says above the field what opens it for a new member. */
export default function ConfirmNotice() {
  return (
    <Notice
      title={<Trans>Confirm your email to write</Trans>}
      action={
        <Button size="small" onClick={() => openModal('confirm-email', {})}>
          <Trans>Not there?</Trans>
        </Button>
      }
    >
      {/* On a phone its lines would take the space of chat lines. */}
      <span className="max-tablet:sr-only">
        <Trans>An email with a link is on its way to you. Having tokens opens the chat too.</Trans>
      </span>
    </Notice>
  );
}
