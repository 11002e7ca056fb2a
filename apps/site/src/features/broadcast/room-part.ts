import type { RoomPart } from '../rooms/index.ts';
import { emptyStream, type StreamTokens } from './stream-tokens.ts';

/** The picture: a name and token only where the caller may watch now. */
export const makeStreamRoomPart = (tokens: StreamTokens): RoomPart<'stream' | 'chat.cc_required'> => ({
  empty: { stream: emptyStream, 'chat.cc_required': false },
  read: async (asks) =>
    (await tokens.present(asks)).map(({ stream, isCardMissing }) => ({
      stream,
      'chat.cc_required': isCardMissing,
    })),
});
