import { RATE_RANGES } from '@klieg/contract/features/discovery/ranges';
import type { FacetValue } from './facet.tsx';

/* Prices as seven steps. Pure. */

const STEPS: readonly string[] = RATE_RANGES;

const ends = (range: string): readonly [from: number, to: number] => {
  const [from = '', to = ''] = range.split('-');
  return [Number(from), Number(to)];
};

/** The steps that begin within a range, both ends included; of a step itself that one. */
function stepsIn(range: string): readonly string[] {
  const [from, to] = ends(range);
  return STEPS.filter((step) => {
    const [begins] = ends(step);
    return begins >= from && begins <= to;
  });
}

/** Whether a step is chosen, on its own or within a wider range. */
export const isStepOn = (rates: readonly string[], step: string): boolean =>
  rates.some((range) => stepsIn(range).includes(step));

/** Chooses a step or lets it go; wider ranges become the steps that they are of. */
export function toggleStep(rates: readonly string[], step: string): string[] {
  const on = rates.flatMap((range) => (stepsIn(range).length > 0 ? stepsIn(range) : [range]));
  const chosen = new Set(on);
  if (!chosen.delete(step)) chosen.add(step);
  const others = [...chosen].filter((range) => !STEPS.includes(range));
  return [...STEPS.filter((one) => chosen.has(one)), ...others];
}

export interface Span {
  readonly range: string;
  readonly count: number;
}

/**
 * The span of the chosen steps, and the number of rooms in them; undefined with a gap, with none chosen, and with a
 * custom range, which contains other rooms than the steps.
 */
export function spanOf(
  rates: readonly string[],
  values: readonly Pick<FacetValue, 'value' | 'isOn' | 'count'>[],
): Span | undefined {
  if (rates.some((range) => !STEPS.includes(range))) return undefined;
  const first = values.findIndex(({ isOn }) => isOn);
  const last = values.findLastIndex(({ isOn }) => isOn);
  const on = values.slice(first, last + 1);
  if (first === -1 || !on.every(({ isOn }) => isOn)) return undefined;
  const [from] = ends(values[first]!.value);
  const [, to] = ends(values[last]!.value);
  return { range: `${from}-${to}`, count: on.reduce((sum, { count }) => sum + count, 0) };
}
