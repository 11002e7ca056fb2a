import { useLingui } from '@lingui/react/macro';
import { type RefObject, Suspense, useState } from 'react';
import { QualityMenu, warmQualityMenu } from '../lazy-parts.ts';
import type { Player, PlayerView } from '../player/player.ts';
import { AUTO, pictureOf } from '../player/player-state.ts';
import { qualityLines } from './quality-choice.ts';
import { useRenditionName } from './use-rendition-name.ts';

export interface QualityControlProps {
  readonly view: PlayerView;
  readonly player: Player;
  /** The fullscreen element: the list must be inside it. */
  readonly frame: RefObject<HTMLElement | null>;
}

/** Says which picture plays; the list of the others is fetched when a pointer comes near and opens by a press. */
export function QualityControl({ view, player, frame }: QualityControlProps) {
  const { t } = useLingui();
  const [isAsked, setAsked] = useState(false);
  const nameOf = useRenditionName(view.renditions);
  const playing = nameOf(pictureOf(view.state)?.rendition ?? '');
  // A choice that this room does not have is served as if nothing had been chosen.
  const wanted = qualityLines(view.renditions).some(({ id }) => id === view.wanted) ? view.wanted : AUTO;
  const shown = wanted === AUTO ? playing || t`Auto` : nameOf(wanted);
  const pill = (
    <button
      type="button"
      className="pill pill-bare player-pill"
      aria-label={t`Quality: ${shown}`}
      {...(!isAsked && {
        'aria-haspopup': 'menu' as const,
        'aria-expanded': false,
        onPointerEnter: warmQualityMenu,
        onFocus: warmQualityMenu,
        onClick: () => {
          player.refresh();
          setAsked(true);
        },
      })}
    >
      {shown}
    </button>
  );
  if (!isAsked) return pill;
  return (
    <Suspense fallback={pill}>
      <QualityMenu view={view} player={player} frame={frame} wanted={wanted} trigger={pill} />
    </Suspense>
  );
}
