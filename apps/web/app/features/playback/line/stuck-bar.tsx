import { Button } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';

export interface StuckBarProps {
  readonly isAsking: boolean;
  readonly onAnswer: (answer: 'yes' | 'no') => void;
}

/** Asks whether the picture is stuck, at its upper edge and without taking the focus. */
export function StuckBar({ isAsking, onAnswer }: StuckBarProps) {
  const { t } = useLingui();
  const id = useId();
  return (
    <>
      {/* It stands there before it says something, so that it is read out. */}
      <output className="visually-hidden">
        {isAsking && t`Is the video stuck? You can answer at the player.`}
      </output>
      {isAsking && (
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
      )}
    </>
  );
}
