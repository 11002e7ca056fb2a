import { maskCards } from '@klieg/kernel';
import type { RawPost } from '../billers/port/biller-port.ts';

/**
 * A post without anything that looks like a card number, which no biller should send and nobody may store. All other
 * bytes stay as received.
 */
export function maskPost(post: RawPost): RawPost {
  // Latin-1 maps each byte to one character, so nothing else changes.
  const bytes = Buffer.from(maskCards(post.bytes.toString('latin1')), 'latin1');
  const headers = Object.fromEntries(
    Object.entries(post.headers).map(([name, value]) => [
      name,
      typeof value === 'string' ? maskCards(value) : value?.map(maskCards),
    ]),
  );
  return { bytes, headers, query: maskCards(post.query), address: post.address };
}
