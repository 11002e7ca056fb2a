import { Select } from '@klieg/ui';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';

export interface ChoiceSelectProps<T extends string> {
  readonly value: T | null;
  readonly words: Readonly<Record<T, MessageDescriptor>>;
  readonly onPick: (value: T | null) => void;
}

/** One of some words, or none of them. */
export function ChoiceSelect<T extends string>({ value, words, onPick }: ChoiceSelectProps<T>) {
  const { t } = useLingui();
  return (
    <Select value={value ?? ''} onChange={(event) => onPick((event.target.value || null) as T | null)}>
      <option value="">{t`Not specified`}</option>
      {(Object.keys(words) as T[]).map((key) => (
        <option key={key} value={key}>
          {t(words[key])}
        </option>
      ))}
    </Select>
  );
}
