import { type Codec, makeCodec } from '@klieg/codec';
import { type EventName, type Payload, templateList } from '@klieg/contract';
import { textFrame } from './frame.ts';

/** How a page wants its messages: masked unless it asked for plain (W16). */
export type Form = 'masked' | 'plain';

/** The codec of this build's template list. */
export const codec: Codec = makeCodec(templateList);

/** A message as one WebSocket frame. */
export const frameOf = <N extends EventName>(name: N, payload: Payload<N>, form: Form): Buffer =>
  textFrame(codec.encode(name, payload as Record<string, unknown>, form));

/** A message that is encoded at most once per form, and only in the forms that somebody wants. */
export function lazyFrame<N extends EventName>(name: N, payload: Payload<N>): (form: Form) => Buffer {
  let masked: Buffer | undefined;
  let plain: Buffer | undefined;
  return (form) =>
    form === 'masked' ? (masked ??= frameOf(name, payload, form)) : (plain ??= frameOf(name, payload, form));
}
