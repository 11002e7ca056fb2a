import { withTexts } from '../../shared/language/with-texts.ts';
import { reduceRoom, roomState } from '../../shared/room/room-state.ts';
import { defineRoomModule } from '../../shared/room-module/room-module.ts';
import { AboutSection, PricesSection } from './about-sections.tsx';
import { AboutTitle } from './about-title.tsx';
import { FollowButton } from './follow-button.tsx';
import { ModelBar } from './model-bar.tsx';

/** What every room has: its state, used by all modules, and the performer's bar. */
export const roomsModule = defineRoomModule({
  key: 'room',
  start: roomState,
  reduce: reduceRoom,
  slots: {
    'stage.bar': [{ order: 10, draw: ModelBar }],
    'bar.action': [{ order: 20, draw: FollowButton, when: ({ room }) => room.userSetting.followEnabled }],
    // On phones, where there is no space below the picture.
    'side.tab': [
      {
        id: 'about',
        order: 25,
        title: AboutTitle,
        when: ({ tools }) => tools.place === 'room',
        load: withTexts(() => import('./about-tab.tsx')),
        tabClassName: 'tablet:hidden',
        className: 'chat-pane overflow-auto',
      },
    ],
    'stage.below': [
      { order: 20, draw: PricesSection },
      { order: 30, draw: AboutSection },
    ],
  },
});
