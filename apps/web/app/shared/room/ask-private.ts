/** At the end of a room's address: its dialog that asks for a private opens with the page. */
export const ASK_PRIVATE = '#private';
