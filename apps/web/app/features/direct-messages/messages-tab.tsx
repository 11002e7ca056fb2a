import type { SlotProps } from '../../shared/room-module/room-module.ts';
import { MessagesPanel } from './messages-panel.tsx';

/** The private messages beside a room; viewers are offered the performer first. */
export default function MessagesTab({ room, tools }: SlotProps<null>) {
  const { username, displayName } = room.user;
  const isOffered = tools.place === 'room' && !room.viewer.is_owner;
  return <MessagesPanel {...(isOffered && { offer: { username, displayName } })} />;
}
