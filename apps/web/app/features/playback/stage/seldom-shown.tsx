import { Button, IconButton } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';

export { OfflineActions } from '../screen/offline-actions.tsx';

/* What most visitors of a room never see, so that no first visit brings it. */

/** Announcement of the question whether the picture is stuck. */
export const StuckWords = () => <Trans>Is the video stuck? You can answer at the player.</Trans>;

/** The question and its two answers, over the picture's upper edge. */
export function StuckQuestion({ onAnswer }: { readonly onAnswer: (answer: 'yes' | 'no') => void }) {
  const id = useId();
  return (
    <fieldset className="player-stuck" aria-labelledby={id} data-theme="dark">
      <span id={id}>
        <Trans>Is the video stuck?</Trans>
      </span>
      <Button size="small" onClick={() => onAnswer('yes')}>
        <Trans>Yes</Trans>
      </Button>
      <Button size="small" kind="text" onClick={() => onAnswer('no')}>
        <Trans>No</Trans>
      </Button>
    </fieldset>
  );
}

export interface FloatKeysProps {
  readonly onBack: () => void;
  readonly onClose: () => void;
}

/** The two buttons of the small player of a page that was scrolled on. */
export function FloatKeys({ onBack, onClose }: FloatKeysProps) {
  const { t } = useLingui();
  return (
    <div className="overlay player-float-keys">
      <IconButton icon="caret-left-bold" label={t`Back to the picture`} onClick={onBack} />
      <IconButton icon="x" label={t`Close the small player`} onClick={onClose} />
    </div>
  );
}
