import { formatClock } from '@klieg/i18n';
import { Button, Icon } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import './studio.css';

/** Seconds since a moment, counted once a second; 0 while there is none. */
function useSecondsSince(since: number | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (since === undefined) return undefined;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [since]);
  return since === undefined ? 0 : (now - since) / 1_000;
}

export interface StudioHeaderProps {
  readonly brand: ReactNode;
  readonly balance: ReactNode;
  /** When the broadcast began, in Unix milliseconds; undefined while off air. */
  readonly since: number | undefined;
  readonly isBusy: boolean;
  readonly canStart: boolean;
  readonly onStart: () => void;
  readonly onStop: () => void;
  readonly onPanic: () => void;
}

/** On air and for how long, going live and ending, and the way to cut everything at once. */
export function StudioHeader(props: StudioHeaderProps) {
  const { brand, balance, since, isBusy, canStart, onStart, onStop, onPanic } = props;
  const seconds = useSecondsSince(since);
  const isOnAir = since !== undefined;
  return (
    <header className="site-header studio-header" data-on-air={isOnAir}>
      {brand}
      <span className="on-air" role="status">
        <i />
        {isOnAir ? <Trans>On air</Trans> : <Trans>Off air</Trans>}
      </span>
      <span className="figure strong text-t3">{formatClock(seconds)}</span>
      <span className="grow" />
      {balance}
      {isOnAir ? (
        <Button kind="line" icon="stop-fill" busy={isBusy} onClick={onStop}>
          <span>
            <Trans>
              End<span className="max-tablet:hidden"> stream</span>
            </Trans>
          </span>
        </Button>
      ) : (
        <Button kind="key" icon="broadcast" busy={isBusy} disabled={!canStart} onClick={onStart}>
          <Trans>Go live</Trans>
        </Button>
      )}
      {isOnAir && (
        <button type="button" className="panic" onClick={onPanic}>
          <Icon name="hand-palm-fill" />
          <span>
            <b>
              <Trans>Panic</Trans>
            </b>
            <span className="max-tablet:hidden">
              <Trans>cuts picture and sound now</Trans>
            </span>
          </span>
        </button>
      )}
    </header>
  );
}
