import type { RoomPart } from '../rooms/index.ts';
import { emptyStream, type StreamTokens } from './stream-tokens.ts';

/** The picture: a name and token only where the caller may watch now. */
export const makeStreamRoomPart = (tokens: StreamTokens): RoomPart<'stream' | 'chat.cc_required'> => ({
  empty: { stream: emptyStream, 'chat.cc_required': false },
  read: (asks) =>
    Promise.all(
      asks.map(async ({ row, owner, caller }) => {
        const [stream, isCardMissing] = await Promise.all([
          tokens.present(row, owner, caller),
          tokens.isCardMissing(owner, caller),
        ]);
        return { stream, 'chat.cc_required': isCardMissing };
      }),
    ),
});
