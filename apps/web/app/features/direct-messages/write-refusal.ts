import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';

/** Why a message was refused, by the reasons of the wire (W58). */
export const WRITE_REFUSALS: Readonly<Record<string, MessageDescriptor>> = {
  blocked: msg`You have blocked this person.`,
  deleted: msg`This account is deleted.`,
  silenced: msg`Our team has silenced you. You cannot write messages now.`,
  'direct_messages.silenced': msg`Our team has silenced you. You cannot write messages now.`,
  not_friend: msg`Only friends can write to this person.`,
  not_allowed: msg`This person does not accept your messages.`,
  limit_reached: msg`You have written to many new people today. Try again tomorrow.`,
  'direct_messages.too_many_new': msg`You have written to many new people today. Try again tomorrow.`,
  'direct_messages.not_found': msg`This person does not exist.`,
  text_refused: msg`Your message contains words that are not allowed.`,
  'compliance.text_refused': msg`Your message contains words that are not allowed.`,
  rate_limited: msg`Too many messages at once. Wait a moment.`,
  'common.rate_limited': msg`Too many messages at once. Wait a moment.`,
  unsent: msg`This message was not sent.`,
};

/**
 * Why nobody can write now: a staff silence begins and ends while a conversation is open.
 * @param answered the server's reason for the pair, when the conversation was read
 */
export function reasonNow(answered: string | null, isSilenced: boolean): string | null {
  if (answered === 'blocked' || answered === 'deleted') return answered;
  if (isSilenced) return 'silenced';
  return answered === 'silenced' ? null : answered;
}

/** What an error without a sentence of its own says (ERRORS-061). */
export const SENDING_FAILED = msg`Error sending message`;
