import { ToggleGroup } from 'radix-ui';
import type { ReactNode } from 'react';
import { joinClasses } from './join-classes.ts';

export interface SegmentsProps<T extends string> {
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly text: ReactNode }[];
  readonly full?: boolean;
}

/** Two to five exclusive choices in one row; arrow keys move, exactly one is on. */
export function Segments<T extends string>({ value, onChange, label, options, full }: SegmentsProps<T>) {
  const pick = (next: string) => {
    const option = options.find((candidate) => candidate.value === next);
    if (option) onChange(option.value);
  };
  return (
    <ToggleGroup.Root
      type="single"
      value={value}
      onValueChange={pick}
      aria-label={label}
      className={joinClasses('segments', full && 'segments-full')}
    >
      {options.map((option) => (
        <ToggleGroup.Item key={option.value} value={option.value} className="segment">
          {option.text}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
