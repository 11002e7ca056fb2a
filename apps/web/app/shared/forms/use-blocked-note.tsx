import { type ReactNode, useId } from 'react';

/**
 * Why nothing can be written, as a line above the field: a text that was kept there hides the placeholder that says it.
 * @param blocked undefined: it can be written
 */
export function useBlockedNote(
  blocked: string | undefined,
  text: string,
): { readonly note: ReactNode; readonly link: { readonly 'aria-describedby'?: string } } {
  const id = useId();
  if (!blocked || text === '') return { note: null, link: {} };
  const note = (
    <output id={id} className="small block text-ink-2">
      {blocked}
    </output>
  );
  return { note, link: { 'aria-describedby': id } };
}
