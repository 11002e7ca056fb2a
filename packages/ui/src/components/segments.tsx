import type { ReactNode } from 'react';
import { joinClasses } from './join-classes.ts';
import { moveInRow } from './roving-focus.ts';

export interface SegmentsProps<T extends string> {
  /** Undefined while nothing has been chosen. */
  readonly value: T | undefined;
  readonly onChange: (value: T) => void;
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly text: ReactNode }[];
  readonly full?: boolean;
}

/** Two to five exclusive choices in one row; arrow keys move, at most one is on. */
export function Segments<T extends string>({ value, onChange, label, options, full }: SegmentsProps<T>) {
  return (
    <div role="radiogroup" aria-label={label} className={joinClasses('segments', full && 'segments-full')}>
      {options.map((option, at) => (
        <button
          key={option.value}
          type="button"
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a button carries the look of the row
          role="radio"
          aria-checked={option.value === value}
          data-state={option.value === value ? 'on' : 'off'}
          // Without a choice the row is entered at its first.
          tabIndex={option.value === value || (value === undefined && at === 0) ? 0 : -1}
          className="segment"
          onClick={() => option.value !== value && onChange(option.value)}
          onKeyDown={(event) => moveInRow(event, '[role=radiogroup]', '[role=radio]')}
        >
          {option.text}
        </button>
      ))}
    </div>
  );
}
