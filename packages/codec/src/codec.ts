import { maskOf, positionsOf } from './mask.ts';
import type { Template } from './templates.ts';

/** A message that was read: its event is known by name, or the list has no such id. */
export type Decoded =
  | { readonly ok: true; readonly name: string; readonly payload: Record<string, unknown> }
  | { readonly ok: false; readonly reason: 'malformed' | 'unknown_id'; readonly detail: string };

export interface Codec {
  readonly list: readonly Template[];
  /** True when the list has an event of this name. */
  knows(name: string): boolean;
  /**
   * The text of a message. Fields that the list lacks and fields that are undefined are left out.
   * @throws Error when the list has no such event (ask `knows` first)
   */
  encode(name: string, payload: Readonly<Record<string, unknown>>, form: 'masked' | 'plain'): string;
  /** Reads either form; never throws (C10). */
  decode(text: string): Decoded;
}

const MAX_DEPTH = 8;
const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

const malformed = (detail: string): Decoded => ({ ok: false, reason: 'malformed', detail });

/** Why a value of a payload is refused (C8); undefined when it is fine. */
function faultIn(value: unknown, depth: number): string | undefined {
  if (typeof value === 'number')
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? 'unsafe number' : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth >= MAX_DEPTH) return 'nested too deeply';
  if (Array.isArray(value)) {
    for (const item of value) {
      const fault = faultIn(item, depth + 1);
      if (fault) return fault;
    }
    return undefined;
  }
  for (const key of Object.keys(value)) {
    if (FORBIDDEN_NAMES.has(key)) return 'forbidden name';
    const fault = faultIn((value as Record<string, unknown>)[key], depth + 1);
    if (fault) return fault;
  }
  return undefined;
}

function readMasked(
  fields: readonly string[],
  payload: readonly unknown[],
): Record<string, unknown> | undefined {
  const positions = positionsOf(payload[0]);
  if (!positions || positions.length !== payload.length - 1) return undefined;
  const out: Record<string, unknown> = {};
  for (let i = 0; i < positions.length; i++) {
    const field = fields[positions[i]!];
    if (field !== undefined) out[field] = payload[i + 1];
  }
  return out;
}

/** A codec for one list of templates, of any edition (C1). */
export function makeCodec(list: readonly Template[]): Codec {
  const idOf = new Map<string, number>();
  const templates = new Map<number, Template>();
  let next = 0;
  for (const template of list) {
    const [name, , id = next] = template;
    idOf.set(name, id);
    templates.set(id, template);
    next = id + 1;
  }

  const encode: Codec['encode'] = (name, payload, form) => {
    const id = idOf.get(name);
    if (id === undefined) throw new Error(`no template for ${name}`);
    const fields = templates.get(id)![1];
    if (form === 'masked') {
      const positions: number[] = [];
      const values: unknown[] = [0];
      for (let i = 0; i < fields.length; i++) {
        const value = payload[fields[i]!];
        if (value === undefined) continue;
        positions.push(i);
        values.push(value);
      }
      values[0] = maskOf(positions);
      return JSON.stringify([id, values]);
    }
    const known: Record<string, unknown> = {};
    for (const field of fields) if (payload[field] !== undefined) known[field] = payload[field];
    return JSON.stringify([id, known]);
  };

  const decode: Codec['decode'] = (text) => {
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      return malformed('not JSON');
    }
    if (!Array.isArray(message)) return malformed('not an array');
    const id: unknown = message[0];
    if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 0) return malformed('bad id');
    const template = templates.get(id);
    if (!template) return { ok: false, reason: 'unknown_id', detail: String(id) };
    const given: unknown = message[1] ?? {};
    if (typeof given !== 'object') return malformed('bad payload');
    const fault = faultIn(given, 1);
    if (fault) return malformed(fault);
    const payload = Array.isArray(given)
      ? readMasked(template[1], given)
      : (given as Record<string, unknown>);
    return payload ? { ok: true, name: template[0], payload } : malformed('bad mask');
  };

  return { list, knows: (name) => idOf.has(name), encode, decode };
}

/** First 16 hex digits of SHA-256 over the list's JSON without spaces (C9). */
export async function hashOfTemplates(list: readonly Template[]): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(list));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
