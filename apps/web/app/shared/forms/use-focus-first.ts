import { type RefObject, useEffect, useRef } from 'react';

/**
 * Focuses the first field of a form that has replaced another, so that focus is not lost.
 * @param shown what the form asks for; the field is chosen again when that changes
 */
export function useFocusFirst(shown: string): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), [shown]);
  return form;
}
