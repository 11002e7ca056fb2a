import type { ErrorTable } from '../error-spec.ts';

/** Refusals of the chat and of its moderation. */
export const roomChatErrors = {
  'room_chat.cannot_moderate': { kind: 'forbidden', message: 'You cannot moderate this person' },
  'room_chat.message_gone': { kind: 'closed', message: 'This message is gone' },
  'room_chat.not_banned': { kind: 'wrong_state', message: 'You are not banned from this room' },
  'room_chat.translate_off': { kind: 'wrong_state', message: 'Translation is not available' },
} as const satisfies ErrorTable;
