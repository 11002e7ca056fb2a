import type { DroppableFilter } from '@klieg/contract';
import type { Found } from '../catalog.ts';

/** One filter that can be dropped as a whole, and the results without it. */
export interface Droppable extends Pick<DroppableFilter, 'field' | 'values'> {
  readonly without: () => Found;
}

const EXAMPLES = 2;

/** Which filters, each dropped alone, bring results back, and how many; best first. */
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
