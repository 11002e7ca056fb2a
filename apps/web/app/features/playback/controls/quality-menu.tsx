import { ChoiceMenu } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { AUDIO, AUTO, pictureOf } from '../player/player-state.ts';
import type { QualityControlProps } from './quality-control.tsx';
import { keepQuality, type QualityLine, qualityLines } from './quality-choice.ts';
import { useRenditionName } from './use-rendition-name.ts';

export interface QualityMenuProps extends QualityControlProps {
  readonly wanted: string;
  readonly trigger: ReactNode;
}

/** Choice of the picture: automatic, one of those available, or audio only; open from its start. */
export function QualityMenu({ view, player, frame, wanted, trigger }: QualityMenuProps) {
  const { t } = useLingui();
  const nameOf = useRenditionName(view.renditions);
  const playing = pictureOf(view.state)?.rendition ?? '';
  const playingName = nameOf(playing);
  const lines = qualityLines(view.renditions);
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
  return (
    <ChoiceMenu
      label={t`Quality`}
      value={wanted}
      onChange={choose}
      onOpenChange={(isOpen) => isOpen && player.refresh()}
      container={frame.current}
      options={lines.map((line) => ({ value: line.id, text: textOf(line), note: noteOf(line) }))}
      trigger={trigger}
      defaultOpen
    />
  );
}
