import { reduceRoom, roomState } from '../../shared/room/room-state.ts';
import { defineRoomModule } from '../../shared/room-module/room-module.ts';
import { AboutSection, PricesSection, SubjectSection } from './about-sections.tsx';
import { FollowButton } from './follow-button.tsx';
import { ModelBar } from './model-bar.tsx';

/** What every room has: its state, which all modules are drawn with, and who is on the stage. */
export const roomsModule = defineRoomModule({
  key: 'room',
  start: roomState,
  reduce: reduceRoom,
  slots: {
    'stage.bar': [{ order: 10, draw: ModelBar }],
    'bar.action': [{ order: 20, draw: FollowButton, when: ({ room }) => room.userSetting.followEnabled }],
    'stage.below': [
      { order: 10, draw: SubjectSection },
      { order: 20, draw: PricesSection },
      { order: 30, draw: AboutSection },
    ],
  },
});
