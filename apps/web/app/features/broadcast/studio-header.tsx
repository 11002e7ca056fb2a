import { formatClock } from '@klieg/i18n';
import { Button, Icon } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { OnAir } from './on-air.ts';
import { useSecondsSince } from './use-seconds-since.ts';
import './studio.css';

export interface StudioHeaderProps {
  readonly brand: ReactNode;
  readonly onAir: OnAir;
  /** A broadcast is there to be ended, whether its picture arrives or not. */
  readonly isOpen: boolean;
  readonly balance: ReactNode;
  /** When the picture first arrived, in Unix milliseconds; undefined before. */
  readonly since: number | undefined;
  readonly isBusy: boolean;
  readonly canStart: boolean;
  readonly onStart: () => void;
  readonly onStop: () => void;
  readonly onPanic: () => void;
  /** Where the model may hide the picture and keep the room open. */
  readonly standby: { readonly isOn: boolean; readonly onChange: (isOn: boolean) => void } | undefined;
}

/** On air and for how long, going live and ending, and the way to cut everything at once. */
export function StudioHeader(props: StudioHeaderProps) {
  const { brand, onAir, isOpen, balance, since, isBusy, canStart, onStart, onStop, onPanic, standby } = props;
  const seconds = useSecondsSince(since);
  return (
    <header className="site-header studio-header" data-on-air={onAir === 'live'} data-open={isOpen}>
      {brand}
      <output className="on-air">
        <i />
        {onAir === 'live' && <Trans>On air</Trans>}
        {onAir === 'connecting' && <Trans>Connecting</Trans>}
        {onAir === 'reconnecting' && <Trans>Reconnecting</Trans>}
        {onAir === 'off' && <Trans>Off air</Trans>}
      </output>
      <span className="figure strong text-t3">{formatClock(seconds)}</span>
      <span className="grow" />
      {balance}
      {isOpen && standby && (
        <Button
          kind="line"
          icon={standby.isOn ? 'broadcast' : 'pause-fill'}
          onClick={() => standby.onChange(!standby.isOn)}
        >
          {standby.isOn ? <Trans>Back on air</Trans> : <Trans>Standby</Trans>}
        </Button>
      )}
      {isOpen ? (
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
      {isOpen && (
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
