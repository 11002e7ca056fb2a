/** Targets of the skip links at the top of a room, for keyboard users. */
export const CHAT_LINES_ID = 'room-chat';
export const TIP_ID = 'room-tip';
