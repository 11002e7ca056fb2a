import { Select } from '@klieg/ui';
import type { ReactNode } from 'react';

export interface NumberSelectProps {
  readonly value: number;
  readonly steps: readonly number[];
  readonly say: (value: number) => string;
  readonly onPick: (value: number) => void;
}

/** A choice among numbers; includes one that was set elsewhere. */
export function NumberSelect({ value, steps, say, onPick }: NumberSelectProps): ReactNode {
  const all = [...new Set([...steps, value])].toSorted((a, b) => a - b);
  return (
    <Select value={value} onChange={(event) => onPick(Number(event.target.value))}>
      {all.map((step) => (
        <option key={step} value={step}>
          {say(step)}
        </option>
      ))}
    </Select>
  );
}
