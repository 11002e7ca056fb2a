import { Button, Dialog } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';

export interface AlertModalProps {
  readonly title: string;
  readonly text: string;
  readonly onClose: () => void;
}

/** One sentence that must be read; nothing to decide. */
export default function AlertModal({ title, text, onClose }: AlertModalProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      foot={
        <>
          <span className="grow" />
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}
