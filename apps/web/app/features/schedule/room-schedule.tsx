import type { SlotProps } from '../../shared/room-module/room-module.ts';
import { ScheduleSection } from './schedule-section.tsx';

/** What is announced, below the picture of a room that is closed. */
export default function RoomSchedule({ room }: SlotProps<null>) {
  return <ScheduleSection key={room.user.username} username={room.user.username} />;
}
