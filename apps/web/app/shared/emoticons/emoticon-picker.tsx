import { Popover } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { nameOfCode } from './emoticon-rules.ts';
import type { Emoticons } from './emoticon-text.ts';

/** How many are in a row; the style sheet has the same number. */
const COLUMNS = 4;

const STEPS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => Math.min(at + 1, count - 1),
  ArrowLeft: (at) => Math.max(at - 1, 0),
  ArrowDown: (at, count) => (at + COLUMNS < count ? at + COLUMNS : at),
  ArrowUp: (at) => (at >= COLUMNS ? at - COLUMNS : at),
  Home: () => 0,
  End: (_, count) => count - 1,
};

export interface EmoticonPickerProps {
  readonly emoticons: Emoticons;
  /** The button that opened it. */
  readonly anchor: Element;
  /** The field that a code goes to, and the focus with it. */
  readonly field: RefObject<HTMLElement | null>;
  readonly onPick: (code: string) => void;
  readonly onClose: () => void;
}

/** The room's emoticons with their names: arrows go round, Enter takes one, Esc goes back to the button. */
export default function EmoticonPicker({ emoticons, anchor, field, onPick, onClose }: EmoticonPickerProps) {
  const { t } = useLingui();
  const [active, setActive] = useState(0);
  const grid = useRef<HTMLUListElement>(null);
  const returnTo = useRef<HTMLElement>(null);
  const codes = [...emoticons];
  const onKey = (event: KeyboardEvent) => {
    const next = STEPS[event.key]?.(active, codes.length);
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setActive(next);
    grid.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <Popover anchor={anchor} label={t`Emoticons`} side="top" returnTo={returnTo} onClose={onClose}>
      <ul ref={grid} className="emoticon-grid">
        {codes.map(([code, url], position) => (
          <li key={code}>
            <button
              type="button"
              tabIndex={position === active ? 0 : -1}
              title={code}
              onKeyDown={onKey}
              onFocus={() => setActive(position)}
              onClick={() => {
                returnTo.current = field.current;
                onPick(code);
                onClose();
              }}
            >
              <img src={url} alt="" width={28} height={28} />
              <span>{nameOfCode(code)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Popover>
  );
}
