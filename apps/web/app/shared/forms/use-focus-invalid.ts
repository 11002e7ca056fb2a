import { type RefObject, useEffect, useRef } from 'react';

const CONTROL = ':is(input, select, textarea, button):not([tabindex="-1"])';

/** The first control of a form that has to change, in the order of the page. */
export function firstInvalid(form: HTMLElement): HTMLElement | undefined {
  const first = form.querySelector<HTMLElement>('[data-invalid], [aria-invalid="true"]');
  if (!first) return undefined;
  return first.matches(CONTROL) ? first : (first.querySelector<HTMLElement>(CONTROL) ?? undefined);
}

/**
 * Focuses the first wrong field after each attempt to send a form, also for errors from the server. The form library
 * would use the order of registration, which is not that of the page.
 * @param tries how often the form was sent
 */
export function useFocusInvalid(tries: number): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (tries > 0 && form.current) firstInvalid(form.current)?.focus();
  }, [tries]);
  return form;
}
