import { defineRoomModule } from '../../shared/room-module/room-module.ts';
import { noLowerThird } from './lower-third-queue.ts';
import { SoundSwitch } from './sound-switch.tsx';
import { tipEffects } from './tip-effects.ts';
import { TipFoot } from './tip-foot.tsx';
import { TipLowerThird } from './tip-lower-third.tsx';
import { reduceTips, TIP_READS } from './tip-state.ts';

/** Tips: the control, what they show over the picture's lower edge, and how they sound. */
export const tipModule = defineRoomModule({
  key: 'tips',
  reads: TIP_READS,
  start: () => noLowerThird,
  reduce: reduceTips,
  effects: tipEffects,
  slots: {
    'stage.lowerThird': [{ order: 10, draw: TipLowerThird }],
    'side.tools': [{ order: 10, draw: SoundSwitch }],
    'side.foot': [
      {
        order: 10,
        draw: TipFoot,
        when: ({ room, tools }) => tools.place === 'room' && !room.viewer.is_owner,
      },
    ],
  },
});
