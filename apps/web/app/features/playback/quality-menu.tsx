import { ChoiceMenu } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode, RefObject } from 'react';
import type { Player, PlayerView } from './open-player.ts';
import { AUDIO, AUTO, pictureOf } from './player-state.ts';
import { keepQuality, type QualityLine, qualityLines } from './quality-choice.ts';
import { useRenditionName } from './use-rendition-name.ts';

export interface QualityMenuProps {
  readonly view: PlayerView;
  readonly player: Player;
  /** What may fill the screen: the list has to stand inside. */
  readonly frame: RefObject<HTMLElement | null>;
}

/** Which picture is wanted: what the line can carry, one of those there are, or sound alone. */
export function QualityMenu({ view, player, frame }: QualityMenuProps) {
  const { t } = useLingui();
  const nameOf = useRenditionName(view.renditions);
  const playing = pictureOf(view.state)?.rendition ?? '';
  const playingName = nameOf(playing);
  const lines = qualityLines(view.renditions);
  // A choice that this room does not have is served as if nothing had been chosen.
  const wanted = lines.some(({ id }) => id === view.wanted) ? view.wanted : AUTO;
  const textOf = (line: QualityLine): ReactNode =>
    line.kind === 'auto' ? t`Auto` : line.kind === 'audio' ? t`Audio only` : nameOf(line.id, false);
  const noteOf = (line: QualityLine): ReactNode => {
    if (line.kind === 'auto') return wanted === AUTO && playing !== AUDIO ? playingName : undefined;
    return line.kind === 'picture' && line.isSource && line.lines !== undefined ? t`source` : undefined;
  };
  const choose = (id: string) => {
    keepQuality(id);
    player.setQuality(id);
  };
  const shown = wanted === AUTO ? playingName || t`Auto` : nameOf(wanted);
  return (
    <ChoiceMenu
      label={t`Quality`}
      value={wanted}
      onChange={choose}
      onOpenChange={(isOpen) => isOpen && player.refresh()}
      container={frame.current}
      options={lines.map((line) => ({ value: line.id, text: textOf(line), note: noteOf(line) }))}
      trigger={
        <button type="button" className="pill pill-bare player-pill" aria-label={t`Quality: ${shown}`}>
          {shown}
        </button>
      }
    />
  );
}
