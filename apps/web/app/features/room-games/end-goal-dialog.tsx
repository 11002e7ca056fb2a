import { Button, Dialog } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';

export interface EndGoalDialogProps {
  readonly isBusy: boolean;
  readonly onEnd: () => void;
  readonly onClose: () => void;
}

/** Asks once before a goal is ended. */
export const EndGoalDialog = ({ isBusy, onEnd, onClose }: EndGoalDialogProps) => (
  <Dialog
    title={<Trans>End the goal?</Trans>}
    onClose={onClose}
    foot={
      <>
        <span className="grow" />
        <Button kind="line" onClick={onClose}>
          <Trans>Keep it</Trans>
        </Button>
        <Button kind="danger" busy={isBusy} onClick={onEnd}>
          <Trans>End it now</Trans>
        </Button>
      </>
    }
  >
    <p>
      <Trans>It disappears from your room. What was tipped stays yours.</Trans>
    </p>
  </Dialog>
);
