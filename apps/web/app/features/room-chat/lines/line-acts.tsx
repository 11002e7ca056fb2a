import { Icon, type IconName } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import type { TextEntry } from '../state/chat-entry.ts';
import { moveInLine } from './move-in-line.ts';

/** What the reader may do with lines; an act that is absent is not offered. */
export interface LineActs {
  /** For those who moderate. */
  readonly remove?: ((id: string) => void) | undefined;
  /** Highlights anybody's line for nothing, for those who moderate. */
  readonly pin?: ((id: string) => void) | undefined;
  /** Asks whether to highlight the own line for tokens. */
  readonly highlight?: ((entry: TextEntry) => void) | undefined;
  /** Resolves with the text in the reader's language; undefined if that failed, which was shown. */
  readonly translate?: ((id: string) => Promise<string | undefined>) | undefined;
}

interface ActProps {
  readonly icon: IconName;
  readonly label: string;
  readonly onPress: () => void;
}

/** Only reached by the arrow keys, like the name before it. */
function Act({ icon, label, onPress }: ActProps) {
  return (
    <button
      type="button"
      className="message-act"
      aria-label={label}
      title={label}
      tabIndex={-1}
      onKeyDown={moveInLine}
      onClick={onPress}
    >
      <Icon name={icon} size={14} />
    </button>
  );
}

export interface LineActsBarProps {
  readonly entry: TextEntry;
  readonly isOwn: boolean;
  readonly acts: LineActs;
  /** Absent while the translation is shown or on its way. */
  readonly onTranslate: (() => void) | undefined;
}

/** Small buttons at the line's end, shown to a pointer, the keyboard and a finger. */
export default function LineActsBar({ entry, isOwn, acts, onTranslate }: LineActsBarProps) {
  const { t } = useLingui();
  const { pin, remove } = acts;
  const highlight = isOwn && !pin && !entry.isHighlighted ? acts.highlight : undefined;
  if (!onTranslate && !highlight && !pin && !remove) return null;
  return (
    <span className="message-acts">
      {onTranslate && <Act icon="translate" label={t`Translate this message`} onPress={onTranslate} />}
      {highlight && <Act icon="sparkle" label={t`Highlight this message`} onPress={() => highlight(entry)} />}
      {pin && !entry.isHighlighted && (
        <Act icon="push-pin" label={t`Pin this message`} onPress={() => pin(entry.id)} />
      )}
      {remove && <Act icon="trash" label={t`Remove this message`} onPress={() => remove(entry.id)} />}
    </span>
  );
}
