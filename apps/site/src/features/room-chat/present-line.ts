import type { Payload } from '@klieg/contract';
import { type Person, summaryOf } from '../rooms/index.ts';

type Send = Payload<'v3.chat.send'>;

/** How a line may look: as the settings know it. */
const STYLES: Readonly<Record<string, RegExp>> = {
  text_color: /^#[0-9a-f]{6}$/,
  font_family: /^(?:arial|verdana|georgia|tahoma|trebuchet|courier)$/,
  font_size: /^(?:9|10|11|14|18)px$/,
};
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a page may send this as the style of a line (W17). */
export const isStyle = (style: Send['style']): boolean =>
  Object.entries(style ?? {}).every(([key, value]) =>
    Boolean(typeof value === 'string' && Object.hasOwn(STYLES, key) && STYLES[key]!.test(value)),
  );

/** Whether a page may name this as the line it replies to: absent, or the id of one. */
export const isLineId = (id: Send['reply_to']): boolean => id === undefined || id === null || UUID.test(id);

/**
 * A line as everybody gets it (filter F4).
 * @param where.answers whether its writer can see the line it replies to; a removed line is not replied to
 */
export function presentSentLine(
  person: Person,
  payload: Send,
  {
    answers,
    ...where
  }: {
    readonly id: string;
    readonly at: number;
    readonly mode: Payload<'v3.chat.message'>['mode'];
    readonly answers: boolean;
  },
): Payload<'v3.chat.message'> {
  const {
    gender,
    socket_id: _socket,
    email_confirmed: _mail,
    has_cc: _card,
    tokens: _tokens,
    ...summary
  } = summaryOf(person);
  const { style } = payload;
  return {
    message: payload.message,
    ...summary,
    gender: gender ?? null,
    user_language: payload.user_language ?? person.caller.locale,
    ...where,
    type: 'text',
    is_moderator: person.role === 'moderator',
    ...(style && Object.keys(style).length > 0 && { style }),
    ...(answers && { reply_to: payload.reply_to }),
  };
}
