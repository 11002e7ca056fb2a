import type { SlotProps } from '../../shared/room-module/room-module.ts';
import { ScheduleSection } from './schedule-section.tsx';

/** Announcements below the picture of a closed room. */
export default function RoomSchedule({ room }: SlotProps<null>) {
  return <ScheduleSection key={room.user.username} username={room.user.username} />;
}
