/** The rendition that is sent as it came in; every stream has it. */
export const SOURCE = 'source';
/** Audio only; nobody is stepped down to it, it must be requested. */
export const AUDIO = 'audio';

/** Height in the name of a rendition, for the order; the source is above all, sound below. */
export const heightOf = (id: string): number =>
  id === SOURCE ? Infinity : id === AUDIO ? -1 : Number.parseInt(id, 10) || 0;
