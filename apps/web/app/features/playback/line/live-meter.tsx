import { joinClasses, latencyTone } from '@klieg/ui';
import { numberFormat } from '@klieg/i18n';
import { useLingui } from '@lingui/react/macro';
import { Suspense, useId, useState } from 'react';
import { LineDetails } from '../lazy-parts.ts';
import { lineBars } from './line-state.ts';
import type { Player, PlayerView } from '../player/player.ts';
import { pictureOf } from '../player/player-state.ts';
import { useRenditionName } from '../controls/use-rendition-name.ts';

const BARS = [1, 2, 3, 4] as const;

export interface LiveMeterProps {
  readonly view: PlayerView;
  readonly player: Player | undefined;
}

/** Delay, picture and line at a glance; more when it is pressed. */
export function LiveMeter({ view, player }: LiveMeterProps) {
  const { t, i18n } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const detailsId = useId();
  const nameOf = useRenditionName(view.renditions);
  const picture = pictureOf(view.state);
  // Somebody who goes back is behind by choice, and the timeline says by how much.
  if (!picture || view.isPast) return null;
  const seconds = numberFormat(i18n.locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
    picture.latencySeconds,
  );
  const name = nameOf(picture.rendition);
  const bars = lineBars(view.state, view.wanted, view.renditions);
  return (
    <>
      <button
        type="button"
        className="pill player-meter"
        aria-expanded={isOpen}
        aria-controls={detailsId}
        title={t`Behind the live edge`}
        aria-label={t`${seconds} seconds behind live, ${name}, line ${bars} of 4`}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={joinClasses('line-bars', `latency-${latencyTone(picture.latencySeconds)}`)}>
          {BARS.map((bar) => (
            <i key={bar} data-on={bar <= bars} />
          ))}
        </span>
        <span>{t`${seconds} s`}</span>
      </button>
      <div id={detailsId} className="player-details" data-theme="dark" hidden={!isOpen}>
        {isOpen && player && (
          <Suspense fallback={null}>
            <LineDetails view={view} player={player} />
          </Suspense>
        )}
      </div>
    </>
  );
}
