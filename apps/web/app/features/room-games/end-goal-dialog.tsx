import { ConfirmDialog } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';

export interface EndGoalDialogProps {
  readonly isBusy: boolean;
  readonly onEnd: () => void;
  readonly onClose: () => void;
}

/** Asks once before a goal is ended. */
export const EndGoalDialog = ({ isBusy, onEnd, onClose }: EndGoalDialogProps) => (
  <ConfirmDialog
    title={<Trans>End the goal?</Trans>}
    yes={<Trans>End it now</Trans>}
    no={<Trans>Keep it</Trans>}
    isBusy={isBusy}
    onYes={onEnd}
    onClose={onClose}
  >
    <Trans>It disappears from your room. You keep what was tipped.</Trans>
  </ConfirmDialog>
);
