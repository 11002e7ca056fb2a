import { type EventName, eventSpecs, type EventSpec } from '@klieg/contract';
import { hasUnstorableText } from '@klieg/kernel';
import { z } from 'zod';
import { codec } from './wire.ts';

const specs: Readonly<Record<string, EventSpec>> = eventSpecs;

/** True for an event that is declared and that nobody serves yet. */
export const isPlanned = (name: EventName): boolean => specs[name]?.planned ?? false;

/** A message of a page that fits the contract. */
export interface Inbound {
  readonly name: EventName;
  readonly payload: Record<string, unknown>;
}

export type InboundResult =
  | { readonly kind: 'message'; readonly message: Inbound }
  /** Well formed, but of an event that nobody knows: logged, never fatal. */
  | { readonly kind: 'unknown' }
  | {
      readonly kind: 'invalid';
      readonly event?: string;
      readonly field?: string;
      readonly clientId?: string;
    };

const schemas = new Map<string, z.ZodObject>();

const schemaOf = (name: string, spec: EventSpec): z.ZodObject => {
  const known = schemas.get(name) ?? z.strictObject(spec.fields);
  schemas.set(name, known);
  return known;
};

const clientIdOf = (payload: Record<string, unknown>): string | undefined => {
  const given = payload['client_id'];
  return typeof given === 'string' && given.length <= 36 ? given : undefined;
};

/** Longest name of an unknown field in an answer. */
const FIELD_MAX = 60;

/** Reads a text frame of a page: both forms, strict fields, right socket and direction (W17, W40). */
export function readInbound(text: string, kind: 'lobby' | 'room'): InboundResult {
  const decoded = codec.decode(text);
  if (!decoded.ok) return decoded.reason === 'unknown_id' ? { kind: 'unknown' } : { kind: 'invalid' };
  const { name, payload } = decoded;
  const spec = specs[name]!;
  const clientId = clientIdOf(payload);
  const blame = { event: name, ...(clientId !== undefined && { clientId }) };
  if (spec.direction === 'in' || !spec.sockets.includes(kind)) return { kind: 'invalid', ...blame };
  const result = schemaOf(name, spec).safeParse(payload);
  if (!result.success) {
    const issue = result.error.issues[0];
    const field = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path[0];
    return {
      kind: 'invalid',
      ...blame,
      ...(field !== undefined && { field: String(field).slice(0, FIELD_MAX) }),
    };
  }
  const broken = Object.entries(result.data).find(([, value]) => hasUnstorableText(value));
  if (broken) return { kind: 'invalid', ...blame, field: broken[0] };
  return { kind: 'message', message: { name: name as EventName, payload: result.data } };
}
