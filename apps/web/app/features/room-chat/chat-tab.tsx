import { useCallback, useContext, useMemo } from 'react';
import { useIgnored } from '../../shared/me/ignored.ts';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import { RoomSlot } from '../../shared/room-module/room-slot.tsx';
import { NonceContext } from '../../shared/nonce.ts';
import { useIsInteractive } from '../../shared/use-client-value.ts';
import { END_OF_LINES_SCRIPT } from './lines/use-follow-end.ts';
import type { ChatState } from './state/chat-state.ts';
import { hideLinesOf } from './state/hide-lines.ts';
import { MessageList } from './lines/message-list.tsx';
import { useLineActs } from './lines/use-line-acts.ts';
import { shownNames } from './people/shown-names.ts';
import { usePersonPress } from './people/use-person-press.ts';

/** Only in the server's HTML: later the browser's own code does the scrolling. */
function StartAtEnd() {
  const nonce = useContext(NonceContext);
  if (useIsInteractive()) return null;
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: END_OF_LINES_SCRIPT }}
    />
  );
}

/** The room's lines, and the input below. A performer sees all of them in the studio. */
export function ChatTab({ part, room, me, tools }: SlotProps<ChatState>) {
  const { dispatch, place } = tools;
  const ignored = useIgnored();
  const chat = useMemo(() => (place === 'room' ? hideLinesOf(part, ignored) : part), [place, part, ignored]);
  const own = me.kind === 'unknown' ? undefined : me.current.user;
  const names = useMemo(
    () => shownNames(chat, own && { username: own.username, displayName: own.display_name }),
    [chat, own],
  );
  const acts = useLineActs({ room, me, tools });
  const onPerson = usePersonPress(tools);
  const onRetry = useCallback(
    (clientId: string, text: string) => dispatch({ name: 'page.say', payload: { clientId, text } }),
    [dispatch],
  );
  const onDrop = useCallback(
    (clientId: string) => dispatch({ name: 'page.drop', payload: { clientId } }),
    [dispatch],
  );
  return (
    <>
      <MessageList
        chat={chat}
        own={own?.username}
        names={names}
        welcome={place === 'room' ? room.chat.noticeText : undefined}
        acts={acts}
        onPerson={onPerson}
        onRetry={onRetry}
        onDrop={onDrop}
      />
      <div className="composer">
        <RoomSlot name="side.foot" />
      </div>
      {/* Last: things below the lines take some of their height. */}
      <StartAtEnd />
    </>
  );
}
