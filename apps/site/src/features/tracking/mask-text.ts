import { maskPersonal } from '@klieg/kernel';

/** Proofs of a right in the path of a page, such as the link of a mail. */
const PROOF = /(\/(?:reset|confirm|keep-email|setup)(?:\/|%2f))[^\s&"'/?#]+/gi;

/**
 * Free text of a page as it may be kept: card numbers, mail addresses and proofs in links are masked, the rest is cut.
 * It is masked before it is cut, so that no half of a number is left.
 */
export const maskText = (text: string, max: number): string =>
  maskPersonal(text).replace(PROOF, '$1[hidden]').slice(0, max).toWellFormed();

/** Where somebody came from or to: without the query, which may say who they are. */
export const maskLink = (link: string, max: number): string => maskText(link.split(/[?#]/)[0]!, max);

/** What looks like a key, a token or a cookie: a long run without a blank that contains a digit. */
const SECRET = /(?=[\w.~+/=-]*\d)[\w.~+/=-]{32,}/g;

/** A line of a console: keys and tokens in it are masked as well. */
export const maskLine = (text: string, max: number): string =>
  maskText(text.replace(SECRET, '[secret]'), max);
