import type { ReactNode } from 'react';
import type { Completion } from './use-completion.ts';

export interface CompletionListProps {
  readonly id: string;
  readonly label: string;
  readonly completion: Completion;
  readonly show: (item: string) => ReactNode;
}

/** Suggestions for the input, above the field; the field keeps the focus. */
export function CompletionList({ id, label, completion, show }: CompletionListProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a datalist cannot complete inside a text
    <div className="mention-list" id={id} role="listbox" aria-label={label}>
      {completion.offered.map((item, position) => (
        <div
          key={item}
          id={`${id}-${position}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option belongs to a select
          role="option"
          tabIndex={-1}
          aria-selected={position === completion.active}
          className="menu-item"
          // Before the field loses its caret.
          onPointerDown={(event) => {
            event.preventDefault();
            completion.pick(item);
          }}
        >
          {show(item)}
        </div>
      ))}
    </div>
  );
}
