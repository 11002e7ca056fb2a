import { maskPersonal } from '@klieg/kernel';

/** Free text of a page as it may be logged: card numbers and mail addresses are masked, the rest is cut. */
export const maskText = (text: string, max: number): string => maskPersonal(text.slice(0, max));
