import { formatAmount } from '@klieg/i18n';
import { ConfirmDialog } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';

interface GoalDialogProps {
  readonly isBusy: boolean;
  readonly onYes: () => void;
  readonly onClose: () => void;
}

/** Asks once before a goal is ended. */
export const EndGoalDialog = ({ isBusy, onYes, onClose }: GoalDialogProps) => (
  <ConfirmDialog
    title={<Trans>End the goal?</Trans>}
    yes={<Trans>End it now</Trans>}
    no={<Trans>Keep it</Trans>}
    isBusy={isBusy}
    onYes={onYes}
    onClose={onClose}
  >
    <Trans>It disappears from your room. You keep what was tipped.</Trans>
  </ConfirmDialog>
);

/** Asks once before tokens that counted towards a goal count no more. */
export const StartOverDialog = ({
  tokens,
  isBusy,
  onYes,
  onClose,
}: GoalDialogProps & { readonly tokens: number }) => {
  const { i18n } = useLingui();
  const counted = formatAmount(tokens, i18n.locale);
  return (
    <ConfirmDialog
      title={<Trans>Start the goal over?</Trans>}
      yes={<Trans>Start over from zero</Trans>}
      no={<Trans>Keep counting</Trans>}
      isBusy={isBusy}
      onYes={onYes}
      onClose={onClose}
    >
      <Plural
        value={tokens}
        one="# token that was tipped towards it counts no more. You keep it."
        other={`${counted} tokens that were tipped towards it count no more. You keep them.`}
      />
    </ConfirmDialog>
  );
};
