import { useLingui } from '@lingui/react/macro';
import { AUDIO, SOURCE } from '../player/player-state.ts';
import { linesOf } from './quality-choice.ts';
import type { RenditionOption } from '../player/transport.ts';

/** Names of renditions in the reader's language: heights, or words. */
export function useRenditionName(
  renditions: readonly RenditionOption[],
): (id: string, isShort?: boolean) => string {
  const { t } = useLingui();
  return (id, isShort = true) => {
    if (id === '') return '';
    if (id === AUDIO) return isShort ? t`Audio` : t`Audio only`;
    const lines = linesOf(renditions.find((one) => one.id === id) ?? { id, heightLines: undefined });
    if (lines !== undefined) return `${lines}p`;
    return id === SOURCE ? t`Source` : id;
  };
}
