import { DAY_MS, MINUTE_MS } from '@klieg/kernel/time';
import type { KeptDocument } from './document-store.ts';

/** How long a document can be signed. */
export const LINK_MS = 14 * DAY_MS;
/** How long after that its link still shows the outcome. */
const SHOWN_MS = 30 * DAY_MS;
/** How long an opened page can be signed. */
export const SECRET_MS = 30 * MINUTE_MS;
/** How long an address of the signed file is valid. */
export const PDF_MS = 15 * MINUTE_MS;

type Times = Pick<KeptDocument, 'signed_at' | 'expires_at'>;

/** How far a document is. */
export function statusOf({ signed_at: signedAt, expires_at: until }: Times, nowMs: number) {
  if (signedAt) return 'signed';
  return until.getTime() <= nowMs ? 'expired' : 'open';
}

/** Whether the link of a document still leads to it. */
export const isShown = ({ expires_at: until }: Times, nowMs: number): boolean =>
  nowMs < until.getTime() + SHOWN_MS;

const LETTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** The words of a text of the house without its tags: a paragraph each, items of lists with a dash. */
export const plainTextOf = (html: string): string =>
  html
    .replace(/<li>/g, '- ')
    .replace(/<\/li>/g, '\n')
    .replace(/<\/(?:p|h2|h3|ul|ol)>/g, '\n\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => LETTERS[name]!)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
