import { RoomSlot } from '../../shared/room-module/room-slot.tsx';

/** Goal, prices and facts of a room on a phone, one below the other. */
export default function AboutTab() {
  return (
    <div className="about-tab">
      <RoomSlot name="stage.below" />
    </div>
  );
}
