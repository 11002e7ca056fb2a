import { type KeyboardEvent, useEffect, useRef } from 'react';
import { joinClasses } from './join-classes.ts';

export interface KeyGridProps {
  readonly label: string;
  readonly options: readonly { readonly value: number; readonly text: string }[];
  readonly chosen: number | undefined;
  /** Keys in a row, for the arrow keys. */
  readonly columns: number;
  readonly className?: string;
  readonly onPick: (value: number) => void;
  readonly onCancel: () => void;
  /** Page keys and running over an end; absent where there is one page. */
  readonly onPage?: (step: -1 | 1) => void;
}

/** Keys typed within this time make one word, in milliseconds. */
const TYPING_MS = 700;

/** A grid of 44 px keys that works as a list box: arrows and typing move, Enter picks, Esc leaves. */
export function KeyGrid({
  label,
  options,
  chosen,
  columns,
  className,
  onPick,
  onCancel,
  onPage,
}: KeyGridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: '', at: 0 });
  const first = options.find((option) => option.value === chosen)?.value ?? options[0]?.value;

  // Focus moves into the grid when it opens and when another of its pages is shown.
  useEffect(() => {
    grid.current?.querySelector<HTMLButtonElement>('[tabindex="0"]')?.focus();
  }, [first]);

  const moveToTyped = (key: string, at: number, keys: readonly HTMLButtonElement[]) => {
    const before = at - typed.current.at < TYPING_MS ? typed.current.text : '';
    typed.current = { text: before + key.toLowerCase(), at };
    keys.find((button) => button.textContent.toLowerCase().startsWith(typed.current.text))?.focus();
  };

  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    // Keys of the browser, such as reload and find.
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const keys = [...(grid.current?.querySelectorAll<HTMLButtonElement>('button') ?? [])];
    const at = keys.indexOf(document.activeElement as HTMLButtonElement);
    const steps: Record<string, number> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -columns,
      ArrowDown: columns,
      Home: -at,
      End: keys.length - 1 - at,
    };
    if (event.key === 'Escape') onCancel();
    else if (event.key === 'PageUp') onPage?.(-1);
    else if (event.key === 'PageDown') onPage?.(1);
    else if (/^[\p{L}\p{N}]$/u.test(event.key)) moveToTyped(event.key, event.timeStamp, keys);
    else {
      const step = steps[event.key];
      if (step === undefined) return;
      const target = keys[at + step];
      if (target) target.focus();
      else onPage?.(step < 0 ? -1 : 1);
    }
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div
      ref={grid}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a grid of keys, which a select cannot be
      role="listbox"
      tabIndex={-1}
      aria-label={label}
      className={joinClasses('birth-keys', className)}
      data-own-escape
      onKeyDown={move}
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
          role="option"
          aria-selected={option.value === chosen}
          tabIndex={option.value === first ? 0 : -1}
          className="figure"
          onClick={() => onPick(option.value)}
        >
          {option.text}
        </button>
      ))}
    </div>
  );
}
