import { maskPersonal } from '@klieg/kernel';

/** Free text of a page as it may be logged: card numbers and mail addresses are masked, the rest is cut. */
export const maskText = (text: string, max: number): string => maskPersonal(text.slice(0, max));

/** What looks like a key, a token or a cookie: a long run without a blank that holds a digit. */
const SECRET = /(?=[\w.~+/=-]*\d)[\w.~+/=-]{32,}/g;

/** A line of a console: keys and tokens in it are masked as well. */
export const maskLine = (text: string, max: number): string =>
  maskText(text, max).replace(SECRET, '[secret]');
