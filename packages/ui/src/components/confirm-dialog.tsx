import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

export interface ConfirmDialogProps {
  /** What is asked, as a question. */
  readonly title: ReactNode;
  /** What follows from a yes. */
  readonly children: ReactNode;
  /** The word on the button that does it. */
  readonly yes: ReactNode;
  /** The word on the button that leaves everything as it is; "Cancel" unless told. */
  readonly no?: ReactNode;
  /** What is asked can be undone, so its button is no red one. */
  readonly isHarmless?: boolean;
  readonly isBusy?: boolean;
  readonly onYes: () => void;
  /** Called by the other button, Esc, the cross and a press beside the dialog. */
  readonly onClose: () => void;
}

/** Asks once before something is done; everything but the one button leaves it as it is (SHELL-006). */
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
