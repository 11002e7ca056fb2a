import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

export interface ConfirmDialogProps {
  /** The question. */
  readonly title: ReactNode;
  /** What follows from a yes. */
  readonly children: ReactNode;
  /** The word on the button that does it. */
  readonly yes: ReactNode;
  /** Label of the button that changes nothing; default "Cancel". */
  readonly no?: ReactNode;
  /** The action can be undone, so its button is not red. */
  readonly isHarmless?: boolean;
  readonly isBusy?: boolean;
  readonly onYes: () => void;
  /** Called by the other button, Esc, the cross and a press outside the dialog. */
  readonly onClose: () => void;
}

/** Asks once before something is done; everything except the one button changes nothing (SHELL-006). */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { t } = useLingui();
  const { title, children, yes, no, isHarmless = false, isBusy = false, onYes, onClose } = props;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      foot={
        <>
          <span className="grow" />
          <Button kind="line" onClick={onClose}>
            {no ?? t`Cancel`}
          </Button>
          <Button kind={isHarmless ? 'key' : 'danger'} busy={isBusy} onClick={onYes}>
            {yes}
          </Button>
        </>
      }
    >
      <p>{children}</p>
    </Dialog>
  );
}
