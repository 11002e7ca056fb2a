import type { SlotProps } from '#app/shared/room-module/room-module.ts';
import type { ChatState } from '../state/chat-state.ts';
import { ModerationPanel } from './moderation-panel.tsx';

/** The moderation of a room beside its chat. */
export default function ModerationTab({ part, room, tools }: SlotProps<ChatState>) {
  return (
    <ModerationPanel
      room={room.user.username}
      isOwner={room.viewer.is_owner || tools.place === 'studio'}
      revision={part.moderated}
    />
  );
}
