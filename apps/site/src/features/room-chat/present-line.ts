import type { Payload } from '@klieg/contract';
import { type Person, summaryOf } from '../rooms/index.ts';

type Send = Payload<'v3.chat.send'>;

const styleOf = (given: Send['style']): Record<string, string> | undefined => {
  const style: Record<string, string> = {};
  if (/^#[0-9a-f]{6}$/.test(String(given?.['text_color'])))
    style['text_color'] = String(given?.['text_color']);
  if (/^(?:arial|verdana|georgia|tahoma|trebuchet|courier)$/.test(String(given?.['font_family'])))
    style['font_family'] = String(given?.['font_family']);
  if (/^(?:9|10|11|14|18)px$/.test(String(given?.['font_size'])))
    style['font_size'] = String(given?.['font_size']);
  return Object.keys(style).length > 0 ? style : undefined;
};

/** A line as everybody gets it (filter F4); of its style only what the settings know. */
export function presentSentLine(
  person: Person,
  payload: Send,
  where: { readonly id: string; readonly at: number; readonly mode: Payload<'v3.chat.message'>['mode'] },
): Payload<'v3.chat.message'> {
  const {
    gender,
    socket_id: _socket,
    email_confirmed: _mail,
    has_cc: _card,
    tokens: _tokens,
    ...summary
  } = summaryOf(person);
  const style = styleOf(payload.style);
  return {
    message: payload.message,
    ...summary,
    gender: gender ?? null,
    user_language: payload.user_language ?? person.caller.locale,
    ...where,
    type: 'text',
    is_moderator: person.role === 'moderator',
    ...(style && { style }),
    ...(payload.reply_to ? { reply_to: payload.reply_to } : {}),
  };
}
