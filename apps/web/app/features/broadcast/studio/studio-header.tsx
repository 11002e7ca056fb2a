import { formatClock } from '@klieg/i18n';
import { Button, Icon, showToast, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { api } from '#app/shared/api/client.ts';
import { explainError } from '#app/shared/errors/explain-error.ts';
import { balanceOf, useMember } from '#app/shared/me/me-store.ts';
import { useSecondsSince } from './use-seconds-since.ts';
import type { Studio } from './use-studio.ts';
import './studio.css';

function Balance() {
  const current = useMember();
  if (!current) return null;
  return (
    <span className="flex items-center gap-3 max-tablet:hidden">
      <span className="label">
        <Trans>Balance</Trans>
      </span>
      <TokenAmount amountTokens={balanceOf(current)} strong />
    </span>
  );
}

/** Hides the picture and keeps the room open, where the model may do that. */
function Standby({ settings, facts }: Pick<Studio, 'settings' | 'facts'>) {
  const { i18n, t } = useLingui();
  if (!settings?.standby_allowed || !settings.standby_enabled) return null;
  const isOn = facts?.status === 'standby';
  const change = () =>
    void api.setBroadcastMode({ body: { mode: isOn ? 'online' : 'standby' } }).catch((error: unknown) =>
      showToast({
        title: t`Standby could not be changed`,
        content: explainError(error, i18n),
        appearance: 'error',
      }),
    );
  return (
    <Button kind="line" icon={isOn ? 'broadcast' : 'pause-fill'} onClick={change}>
      {isOn ? <Trans>Back on air</Trans> : <Trans>Standby</Trans>}
    </Button>
  );
}

const Panic = ({ onPanic }: { readonly onPanic: () => void }) => (
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
);

/** In one word, who can see the performer now. */
function OnAirLight({ onAir, isStandby, isCut }: Pick<Studio, 'onAir' | 'isCut'> & { isStandby: boolean }) {
  return (
    <output className="on-air">
      <i />
      {onAir === 'live' && !isStandby && <Trans>On air</Trans>}
      {isStandby && (
        <span>
          <Trans>
            Standby<span className="max-tablet:sr-only">: nobody sees or hears you</span>
          </Trans>
        </span>
      )}
      {onAir === 'connecting' && <Trans>Connecting</Trans>}
      {onAir === 'reconnecting' && <Trans>Reconnecting</Trans>}
      {onAir === 'off' && !isCut && <Trans>Off air</Trans>}
      {onAir === 'off' && isCut && (
        <span>
          <Trans>
            Cut<span className="max-tablet:sr-only">: nobody sees or hears you</span>
          </Trans>
        </span>
      )}
    </output>
  );
}

export interface StudioHeaderProps {
  readonly brand: ReactNode;
  readonly studio: Studio;
}

/** On air and for how long, going live and ending, and the way to cut everything at once. */
export function StudioHeader({ brand, studio }: StudioHeaderProps) {
  const { onAir, since, canStart, broadcast } = studio;
  const { kind } = broadcast.state;
  // A broadcast is there to be ended, whether its picture arrives or not.
  const isOpen = kind === 'on' || studio.isElsewhere;
  const hasEnd = isOpen || studio.isLost;
  const isStandby = onAir === 'live' && studio.facts?.status === 'standby';
  const isBusy = kind === 'starting' || kind === 'stopping';
  const seconds = useSecondsSince(since);
  return (
    <header
      className="site-header studio-header"
      data-on-air={onAir === 'live' && !isStandby}
      data-open={hasEnd}
    >
      {brand}
      <OnAirLight onAir={onAir} isStandby={isStandby} isCut={studio.isCut} />
      <span className="figure strong text-t3">{formatClock(seconds)}</span>
      <span className="grow" />
      <Balance />
      {isOpen && <Standby settings={studio.settings} facts={studio.facts} />}
      {hasEnd && (
        // Not the same button as the one that starts: a press that began on the one is not meant for the other.
        <Button key="end" kind="line" icon="stop-fill" busy={isBusy} onClick={() => void broadcast.stop()}>
          <span>
            <Trans>
              End<span className="max-tablet:hidden"> stream</span>
            </Trans>
          </span>
        </Button>
      )}
      {!isOpen && (
        <Button
          key="start"
          kind="key"
          icon="broadcast"
          busy={isBusy}
          disabled={!canStart || studio.isCut}
          onClick={studio.start}
        >
          <Trans>Go live</Trans>
        </Button>
      )}
      {isOpen && <Panic onPanic={studio.panic} />}
    </header>
  );
}
