import type { Room } from '@klieg/contract';
import type { ShowsPart } from './shows-part.ts';

/** A room without any known privates and spies; loaded with every room, so it is small. */
export const idleShows = ({ userSetting, privateDiscount }: Room): ShowsPart => ({
  settings: userSetting,
  discount: privateDiscount,
  requests: [],
  asks: [],
  starting: null,
  show: null,
  tick: null,
  spy: null,
  spyTick: null,
  place: null,
  news: null,
  isAsking: false,
  isToWatch: false,
});
