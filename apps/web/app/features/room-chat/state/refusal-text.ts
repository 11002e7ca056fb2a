import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';

/** Why a line was refused, by the codes of W58; others say what the server sent. */
export const REFUSALS: Readonly<Record<string, MessageDescriptor>> = {
  rate_limited: msg`Too many lines at once. Wait a moment.`,
  slow_mode: msg`This room is in slow mode. Wait a moment.`,
  silenced: msg`You are silenced here for now.`,
  not_allowed: msg`Only viewers with tokens can write in this room.`,
  guest: msg`Join to write in the chat.`,
  too_long: msg`This line is too long.`,
  links: msg`Messages with links wait for a moderator here, or are refused.`,
  held: msg`Your message waits for a moderator.`,
  unknown_command: msg`This command does not exist.`,
  wrong_mode: msg`You cannot write while you spy.`,
  unavailable: msg`The chat is not available now. Your text is kept.`,
};

/** What an error without a sentence of its own says (ERRORS-061). */
export const SENDING_FAILED = msg`Error sending message`;
