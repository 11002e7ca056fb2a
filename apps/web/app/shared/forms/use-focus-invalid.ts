import { type RefObject, useEffect, useRef } from 'react';

const CONTROL = ':is(input, select, textarea, button):not([tabindex="-1"])';

/** The first control of a form that has to change, in the order of the page. */
export function firstInvalid(form: HTMLElement): HTMLElement | undefined {
  const first = form.querySelector<HTMLElement>('[data-invalid], [aria-invalid="true"]');
  if (!first) return undefined;
  return first.matches(CONTROL) ? first : (first.querySelector<HTMLElement>(CONTROL) ?? undefined);
}

/**
 * Puts the focus on the first wrong field after each try to send a form, also where the server has refused it.
 * The form library would take the order in which fields were named to it, which is not that of the page.
 * @param tries how often the form was sent
 */
export function useFocusInvalid(tries: number): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (tries > 0 && form.current) firstInvalid(form.current)?.focus();
  }, [tries]);
  return form;
}
