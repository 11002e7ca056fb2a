import { maskPersonal } from '@klieg/kernel';

/** Secrets in addresses and headers: only their name is kept. */
const PROOF =
  /(\b(?:token|sig|secret|key|password|node_token)=|\bbearer\s+|\/(?:hls\/t|reset|confirm|keep-email|setup)\/)[^\s&"'/]+/gi;
/** Deeper things are not written. */
const DEPTH_MAX = 6;

/** Text as it may be logged: without mail addresses, card numbers and tokens. */
export const cleanText = (text: string): string => maskPersonal(text).replace(PROOF, '$1[hidden]');

function cleanError(error: Error, depth: number): object {
  const { name, message, stack, cause } = error;
  return {
    type: name,
    message: cleanText(message),
    ...(stack !== undefined && { stack: cleanText(stack) }),
    ...(cause !== undefined && { cause: clean(cause, depth + 1) }),
  };
}

function clean(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cleanText(value);
  // A number may be that of a card; its text is judged the same way.
  if (typeof value === 'number' || typeof value === 'bigint') {
    const text = String(value);
    return maskPersonal(text) === text || text.length < 14 ? value : '[card]';
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEPTH_MAX) return '[deep]';
  if (value instanceof Error) return cleanError(value, depth);
  if (Array.isArray(value)) return value.map((item) => clean(item, depth + 1));
  if (value instanceof Date) return value.toISOString();
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, clean(item, depth + 1)]));
}

/** The fields of an entry with every text in them cleaned; errors as type, message, stack and cause. */
export const cleanFields = (fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, clean(value, 1)]));
