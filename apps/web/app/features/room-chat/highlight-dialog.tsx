import { Button, Dialog, TokenAmount } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import type { TextEntry } from './state/chat-entry.ts';
import { HIGHLIGHT } from './state/highlight-price.ts';
import { LineText } from './lines/line-text.tsx';

export interface HighlightDialogProps {
  readonly entry: TextEntry;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** What a highlight does and costs, before it is paid. */
export default function HighlightDialog({ entry, isBusy, onConfirm, onClose }: HighlightDialogProps) {
  return (
    <Dialog
      title={<Trans>Highlight your message</Trans>}
      onClose={onClose}
      foot={
        <>
          <span className="grow" />
          <Button kind="line" onClick={onClose}>
            <Trans>Not now</Trans>
          </Button>
          <Button kind="key" busy={isBusy} onClick={onConfirm}>
            <Trans>Highlight</Trans> <TokenAmount amountTokens={HIGHLIGHT.tokens} />
          </Button>
        </>
      }
    >
      <p>
        <Trans>
          Everyone in the room sees it highlighted for {HIGHLIGHT.seconds} seconds. It costs{' '}
          {HIGHLIGHT.tokens} tokens and appears in your history.
        </Trans>
      </p>
      <div className="message message-own message-highlight">
        <LineText text={entry.text} style={entry.style} own={undefined} />
      </div>
    </Dialog>
  );
}
