import type { IngestSaid } from '@klieg/contract/features/broadcast/ingest-frame';

/** Longer than any description of a data-only connection. */
const OFFER_MAX = 16 * 1024;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** A text of a page; undefined if malformed. */
export function parsePageMessage(text: string): IngestSaid | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(parsed)) return undefined;
  const { hello, leave, ping, offer } = parsed;
  if (isObject(hello) && typeof hello['sound'] === 'boolean') return { hello: { sound: hello['sound'] } };
  if (leave === true) return { leave };
  if (Number.isSafeInteger(ping)) return { ping: ping as number };
  if (typeof offer === 'string' && offer.length <= OFFER_MAX) return { offer };
  return undefined;
}
