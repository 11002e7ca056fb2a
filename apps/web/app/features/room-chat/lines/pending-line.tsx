import { Button } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { PendingLine as Line } from '#app/features/room-chat/state/chat-state.ts';
import { REFUSALS, SENDING_FAILED } from '#app/features/room-chat/state/refusal-text.ts';

export interface PendingLineProps {
  readonly line: Line;
  readonly onRetry: (clientId: string, text: string) => void;
  readonly onDrop: (clientId: string) => void;
}

/** An own line on its way, or refused: then with the reason and both ways out. */
export function PendingLine({ line, onRetry, onDrop }: PendingLineProps) {
  const { t } = useLingui();
  if (!line.error) return <div className="message message-own text-ink-3">{line.text}</div>;
  const known = line.error.code === undefined ? undefined : REFUSALS[line.error.code];
  return (
    <div className="message message-own" role="alert">
      <span className="text-ink-2">{line.text}</span>
      <span className="message-failed small block">
        {known ? t(known) : (line.error.text ?? t(SENDING_FAILED))}
      </span>
      <Button kind="text" size="small" onClick={() => onRetry(line.clientId, line.text)}>
        <Trans>Send again</Trans>
      </Button>
      <Button kind="text" size="small" onClick={() => onDrop(line.clientId)}>
        <Trans>Drop it</Trans>
      </Button>
    </div>
  );
}
