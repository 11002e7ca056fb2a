import { maskCards } from '@klieg/kernel';
import type { RawPost } from './biller-port.ts';

/**
 * A post without what looks like the number of a card, which no biller should send and nobody may keep. All other
 * bytes stay as they were received.
 */
export function maskPost(post: RawPost): RawPost {
  // Latin-1 gives each byte a sign of its own, so that nothing else changes.
  const bytes = Buffer.from(maskCards(post.bytes.toString('latin1')), 'latin1');
  const headers = Object.fromEntries(
    Object.entries(post.headers).map(([name, value]) => [
      name,
      typeof value === 'string' ? maskCards(value) : value?.map(maskCards),
    ]),
  );
  return { bytes, headers, query: maskCards(post.query), address: post.address };
}
