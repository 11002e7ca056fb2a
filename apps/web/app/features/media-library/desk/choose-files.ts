import type { UploadedItem } from '@klieg/contract';

type File = Pick<UploadedItem, 'id' | 'type_id'>;

/** Pictures or videos of one media at most. */
const ITEMS_MAX = 200;

/**
 * The selection after a press: several pictures go together, a video is alone, and choosing the other kind starts over.
 */
export function toggleChoice(chosen: readonly number[], item: File, all: readonly File[]): readonly number[] {
  if (chosen.includes(item.id)) return chosen.filter((id) => id !== item.id);
  const first = all.find(({ id }) => id === chosen[0]);
  if (item.type_id === 2 || first?.type_id !== item.type_id) return [item.id];
  return chosen.length < ITEMS_MAX ? [...chosen, item.id] : chosen;
}
