import { makeCodec } from '@klieg/codec';
import { type EventName, eventSpecs, type EventSpec, PROTOCOL_VERSION, templateList } from '@klieg/contract';
import type { Visitor } from '@klieg/testing';
import { z } from 'zod';
import { type Chance, payloadOf } from './testing-fuzz.ts';
import { openRawSocket, type RawSocket } from './testing-raw-socket.ts';

/* What strangers send to the sockets, generated from the contract, and how what they hear is judged. */

export type Kind = 'lobby' | 'room';
const specs = Object.entries(eventSpecs) as [EventName, EventSpec][];
/** Events that pages may send. */
export const fromPages = specs.filter(([, { direction }]) => direction !== 'in');
export const codec = makeCodec(templateList);

/** The text of a payload, be it an object or not, in one of the two forms. */
const textOf = (name: EventName, payload: unknown, form: 'masked' | 'plain'): string => {
  const isObject = typeof payload === 'object' && payload !== null && !Array.isArray(payload);
  if (isObject && form === 'masked') return codec.encode(name, payload as Record<string, unknown>, form);
  return JSON.stringify([eventSpecs[name].id, payload]);
};

/** Texts of one event, right and wrong. */
export const makeInputs = (
  name: EventName,
  amount: number,
  chance: Chance,
  names: readonly string[],
): string[] =>
  Array.from({ length: amount }, (_, at) =>
    textOf(name, payloadOf(eventSpecs[name].fields, at, chance, names), at % 3 === 0 ? 'plain' : 'masked'),
  );

/** Texts of well-formed messages of every event of the contract, from which raw frames are made. */
export const makeSeeds = (chance: Chance, names: readonly string[]): string[] =>
  specs.flatMap(([name]) => makeInputs(name, 16, chance, names)).filter((text) => text.length < 8_192);

/** Checks what a site says against the contract, one message in so many. */
export const makeJudge = (every: number, onFault: (fault: string) => void) => {
  const schemas = new Map<string, z.ZodType>();
  let count = 0;
  return (text: string): void => {
    count += 1;
    if (count % every !== 0) return;
    const decoded = codec.decode(text);
    if (!decoded.ok) return onFault(`the site said ${decoded.detail}: ${text.slice(0, 200)}`);
    const { name, payload } = decoded;
    const schema = schemas.get(name) ?? z.strictObject(eventSpecs[name as EventName].fields);
    schemas.set(name, schema);
    const fits = schema.safeParse(payload);
    if (!fits.success) onFault(`${name} does not fit: ${text.slice(0, 200)} ${fits.error.message}`);
  };
};

/** Opens and authorizes a socket of a visitor. */
export async function enter(
  visitor: Visitor,
  kind: Kind,
  room: string,
  address?: string,
): Promise<RawSocket> {
  const { node_token: first } = await visitor.call('issueNodeToken', { body: {} });
  const headers = {
    origin: new URL(visitor.baseUrl).origin,
    ...(address !== undefined && { 'x-forwarded-for': address }),
  };
  const ws = visitor.baseUrl.replace(/^http/, 'ws');
  const open = async (path: Kind, hello: object) => {
    const socket = await openRawSocket(`${ws}/ws/${path}`, headers);
    socket.write([JSON.stringify([0, { protocol_version: PROTOCOL_VERSION, ...hello }])]);
    if (!(await socket.waitFor((text) => text.startsWith('[2,')))) throw new Error(`${socket.closeCode}`);
    return socket;
  };
  const lobby = await open('lobby', { node_token: first });
  if (kind === 'lobby') return lobby;
  let found = '';
  lobby.onText = (text) => (found = text.startsWith('[11,') ? text : found);
  lobby.write([JSON.stringify([10, { room }])]);
  await lobby.waitFor((text) => text.startsWith('[11,'));
  lobby.end();
  const decoded = codec.decode(found);
  if (!decoded.ok) throw new Error('the room was not discovered');
  return open('room', { node_token: decoded.payload['node_token'], room });
}
