import { withTexts } from '../../shared/language/with-texts.ts';
import { defineRoomModule, type SlotProps } from '../../shared/room-module/room-module.ts';
import { isShown, RAID_READS, type RaidPart, reduceRaids, startRaids } from './raid-state.ts';

/** The server would draw another time than the page. */
const isAsked = ({ part, room, tools }: SlotProps<RaidPart>): boolean =>
  tools.place === 'room' && !room.viewer.is_owner && tools.client !== undefined && isShown(part);

/** Raids: the question below the picture, and the performer's side in the studio. */
export const raidsModule = defineRoomModule({
  key: 'raids',
  reads: RAID_READS,
  start: startRaids,
  reduce: reduceRaids,
  slots: {
    'stage.bar': [{ order: 3, when: isAsked, load: withTexts(() => import('./raid-strip.tsx')) }],
    'studio.module': [{ order: 55, load: withTexts(() => import('./studio/raid-studio.tsx')) }],
  },
});
