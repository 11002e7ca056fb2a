import { Button } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { PendingLine as Line } from '../state/chat-state.ts';
import { REFUSALS, SENDING_FAILED } from '../state/refusal-text.ts';

export interface RefusedLineProps {
  readonly line: Line;
  readonly onRetry: (clientId: string, text: string) => void;
  readonly onDrop: (clientId: string) => void;
}

/** An own line that was refused, with the reason and both ways out. */
export default function RefusedLine({ line, onRetry, onDrop }: RefusedLineProps) {
  const { t } = useLingui();
  const { code, text } = line.error ?? {};
  const known = code === undefined ? undefined : REFUSALS[code];
  return (
    <div className="message message-own" role="alert">
      <span className="text-ink-2">{line.text}</span>
      <span className="message-failed small block">{known ? t(known) : (text ?? t(SENDING_FAILED))}</span>
      <Button kind="text" size="small" onClick={() => onRetry(line.clientId, line.text)}>
        <Trans>Send again</Trans>
      </Button>
      <Button kind="text" size="small" onClick={() => onDrop(line.clientId)}>
        <Trans>Discard</Trans>
      </Button>
    </div>
  );
}
