import { type RefObject, useEffect, useRef } from 'react';

/**
 * Puts the keyboard into the first field of a form that has taken another's place, so that it stands nowhere else.
 * @param shown what the form asks for; the field is chosen anew when that changes
 */
export function useFocusFirst(shown: string): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), [shown]);
  return form;
}
