import type { RoomPart } from '../rooms/index.ts';
import type { BroadcastControl } from './life/broadcast-control.ts';
import { emptyStream, type StreamTokens } from './streams/stream-tokens.ts';

/** The picture: a name and token only where the caller may watch now. */
export const makeStreamRoomPart = (
  tokens: StreamTokens,
  broadcasts: Pick<BroadcastControl, 'awaitViewer'>,
): RoomPart<'stream' | 'chat.cc_required'> => ({
  empty: { stream: emptyStream, 'chat.cc_required': false },
  read: async (asks) =>
    (await tokens.present(asks)).map(({ stream, isCardMissing }) => {
      if (stream.stream_name !== null) broadcasts.awaitViewer(stream.stream_name);
      return { stream, 'chat.cc_required': isCardMissing };
    }),
});
