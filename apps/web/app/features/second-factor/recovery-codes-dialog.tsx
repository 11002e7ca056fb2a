import { Button, Dialog, Icon, Notice } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import './second-factor.css';

export interface RecoveryCodesDialogProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

const download = (text: string) => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = 'recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(link.href);
};

/** Ten codes, shown this once: to copy or to keep as a file. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const [isCopied, setCopied] = useState(false);
  const text = `${codes.join('\n')}\n`;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => undefined,
    );
  return (
    <Dialog
      title={<Trans>Your recovery codes</Trans>}
      onClose={onClose}
      foot={
        <>
          <Button kind="line" onClick={() => void copy()}>
            <Icon name={isCopied ? 'check-bold' : 'copy'} size={16} />
            {isCopied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
          </Button>
          <Button kind="line" onClick={() => download(text)}>
            <Icon name="download-simple" size={16} />
            <Trans>Download</Trans>
          </Button>
          <span className="grow" />
          <Button kind="key" onClick={onClose}>
            <Trans>I have saved them</Trans>
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Notice tone="warn" title={<Trans>They are not shown again</Trans>}>
          <Trans>Each of them logs you in once when you do not have your phone.</Trans>
        </Notice>
        <ol className="recovery-codes figure">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
      </div>
    </Dialog>
  );
}
