import { withTexts } from '../../shared/language/with-texts.ts';
import { defineRoomModule, type SlotProps } from '../../shared/room-module/room-module.ts';
import { reduceVoyeur, startVoyeur, VOYEUR_READS, type VoyeurPart } from './voyeur-part.ts';

type Props = SlotProps<VoyeurPart>;

const isStudio = ({ part, room, me, tools }: Props): boolean =>
  part.isVoyeur && room.viewer.is_owner && me.kind === 'member' && tools.place === 'studio';

const hasHouse = ({ part, room, now, tools }: Props): boolean =>
  part.isVoyeur &&
  !room.viewer.is_owner &&
  tools.place === 'room' &&
  tools.client !== undefined &&
  now.status === 'online' &&
  !now.isPasswordRequired;

/** Houses: cameras, time and the control below the picture; the performer's cameras in the studio. */
export const voyeurModule = defineRoomModule({
  key: 'voyeur',
  reads: VOYEUR_READS,
  start: startVoyeur,
  reduce: reduceVoyeur,
  slots: {
    'stage.bar': [{ order: 5, when: hasHouse, load: withTexts(() => import('./house-strip.tsx')) }],
    'studio.first': [
      { order: 4, when: isStudio, load: withTexts(() => import('./studio/house-studio.tsx')) },
    ],
  },
});
