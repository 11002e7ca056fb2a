import { defineRoomModule, noPart } from '../../shared/room-module/room-module.ts';
import { RateButton } from './rate-button.tsx';

/** The rating of the performer; what is known of it is part of the room's own state. */
export const ratingsModule = defineRoomModule({
  key: 'ratings',
  ...noPart,
  slots: { 'bar.action': [{ order: 10, draw: RateButton }] },
});
