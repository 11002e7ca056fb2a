import { readLocal, writeLocal } from '#app/shared/local-store.ts';

const KEY = 'media-places';
/** Videos whose position is kept in this browser; the least recently watched are dropped. */
const KEPT_MAX = 200;

type Places = readonly (readonly [id: number, seconds: number])[];

const parsePlaces = (value: unknown): Places | undefined =>
  Array.isArray(value)
    ? value.filter(
        (one): one is readonly [number, number] =>
          Array.isArray(one) && typeof one[0] === 'number' && typeof one[1] === 'number' && one[1] >= 0,
      )
    : undefined;

const readPlaces = (): Places => readLocal(KEY, parsePlaces) ?? [];

/** Where somebody stopped watching, in seconds. */
export const placeOf = (id: number): number | undefined => readPlaces().find(([one]) => one === id)?.[1];

/** @param seconds null: it was seen to its end */
export function keepPlace(id: number, seconds: number | null): void {
  const others = readPlaces().filter(([one]) => one !== id);
  writeLocal(KEY, seconds === null ? others : [[id, Math.floor(seconds)], ...others].slice(0, KEPT_MAX));
}
