import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { CompletedText } from './use-completion.ts';

export interface CompletedField {
  readonly field: RefObject<HTMLInputElement | null>;
  /** Sets the text and puts the caret after the completion; nothing if it would be too long. */
  readonly put: (completed: CompletedText) => void;
}

/** A field whose text is also changed by picking suggestions: the caret goes to their end. */
export function useCompletedField(
  text: string,
  lengthMax: number,
  onText: (text: string) => void,
): CompletedField {
  const field = useRef<HTMLInputElement>(null);
  const caret = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  }, [text]);
  return {
    field,
    put(completed) {
      if (completed.text.length > lengthMax) return;
      caret.current = completed.caret;
      onText(completed.text);
    },
  };
}
