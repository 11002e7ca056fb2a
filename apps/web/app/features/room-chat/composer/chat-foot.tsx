import { useMemo } from 'react';
import { openModal } from '#app/shared/modal/modal-store.ts';
import type { SlotProps } from '#app/shared/room-module/room-module.ts';
import { ChatComposer } from './chat-composer.tsx';
import type { ChatState } from '../state/chat-state.ts';
import { namesHere } from './names-here.ts';
import { useBlockedText } from './use-blocked-text.ts';

/** The line to the room. */
export function ChatFoot({ part, room, now, me, tools }: SlotProps<ChatState>) {
  const { username } = room.user;
  const isOwn = room.viewer.is_owner;
  const names = useMemo(() => [username, ...namesHere(part)], [username, part]);
  const blockedText = useBlockedText(room, now.isPasswordRequired, now.mode === 'spy');
  const blocked = me.kind === 'member' && tools.place === 'room' ? blockedText : undefined;
  return (
    <ChatComposer
      names={names}
      own={me.kind === 'member' ? me.current.user.username : undefined}
      rights={{ isStreamer: isOwn, canModerate: room.viewer.can_moderate }}
      {...(blocked && { blocked })}
      {...(me.kind === 'guest' && { onGuest: () => openModal('signup', { reason: 'chat' }) })}
      {...(!isOwn && { onTipSplit: (wish) => openModal('tip-split', { username, ...wish }) })}
      onSend={(text) => tools.dispatch({ name: 'page.say', payload: { text } })}
    />
  );
}
