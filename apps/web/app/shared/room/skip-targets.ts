/** Where the links at the top of a room lead, for those who come by keyboard. */
export const CHAT_LINES_ID = 'room-chat';
export const TIP_ID = 'room-tip';
