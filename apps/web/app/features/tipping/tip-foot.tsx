import type { SlotProps } from '../../shared/room-module/room-module.ts';
import { TipControl } from './tip-control.tsx';

/** The tip control of a room. */
export const TipFoot = ({ room, now, tools }: SlotProps) => (
  <TipControl
    receiverId={room.user.id}
    receiverName={room.user.username}
    isOffline={now.status === 'offline'}
    onSent={(tokens) => tools.dispatch({ name: 'page.own-tip', payload: { tokens } })}
  />
);
