import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';

/** State of a room as the look names it. */
export type RoomLook =
  | 'live'
  | 'private'
  | 'spy'
  | 'ticket'
  | 'group'
  | 'standby'
  | 'offline'
  | 'reconnecting'
  | 'ai';

const words: Record<RoomLook, MessageDescriptor> = {
  live: msg`Live`,
  private: msg`Private`,
  spy: msg`Spy available`,
  ticket: msg`Ticket`,
  group: msg`Group`,
  standby: msg`Standby`,
  offline: msg`Offline`,
  reconnecting: msg`Reconnecting`,
  ai: msg`AI model`,
};

/** All states in the order of the component sheet. */
export const ROOM_LOOKS = Object.keys(words) as RoomLook[];

export interface StateBadgeProps {
  readonly look: RoomLook;
  /** Another word for the same state, such as "Private show". */
  readonly children?: ReactNode;
}

/** Shape, colour and word of a room's state, always all three. */
export function StateBadge({ look, children }: StateBadgeProps) {
  const { t } = useLingui();
  return (
    <span className={`badge badge-${look}`}>
      <i />
      {children ?? t(words[look])}
    </span>
  );
}
