import { useState } from 'react';
import type { LineActs } from './line-acts.tsx';

/** A translation that was asked for, until it is put away again. */
export type Translation = { readonly kind: 'asked' } | { readonly kind: 'shown'; readonly text: string };

/** The translation of one line: requested by a press, shown until hidden again. */
export function useTranslation(id: string, translate: LineActs['translate']) {
  const [translation, setTranslation] = useState<Translation>();
  const ask = async (by: NonNullable<typeof translate>) => {
    setTranslation({ kind: 'asked' });
    const text = await by(id);
    setTranslation(text === undefined ? undefined : { kind: 'shown', text });
  };
  return {
    translation,
    ask: translate && !translation ? () => void ask(translate) : undefined,
    hide: () => setTranslation(undefined),
  };
}
