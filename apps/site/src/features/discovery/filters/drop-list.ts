import type { DroppableFilter } from '@klieg/contract';
import type { Found } from '../catalog.ts';

/** One filter that can be let go as a whole, and what is found without it. */
export interface Droppable extends Pick<DroppableFilter, 'field' | 'values'> {
  readonly without: () => Found;
}

const EXAMPLES = 2;

/** Which of several filters, let go alone, brings somebody back, and how many; those that bring most come first. */
export function dropListOf(filters: readonly Droppable[]): DroppableFilter[] {
  return filters
    .map(({ field, values, without }) => {
      const found = without();
      const examples = found.slice(0, EXAMPLES).map(({ displayName }) => displayName);
      return { field, values, count: found.total, examples };
    })
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
}
