/** One that is being followed, and what of its needs is still to be looked at. */
interface Step {
  readonly name: string;
  readonly left: string[];
}

/**
 * Circles: each needs the next, and the last the first.
 * @param needs what each one needs
 * @returns the members of circles in order, at least one circle of each knot; the same for the same input
 */
export function findCircles(needs: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const circles: string[][] = [];
  const seen = new Set<string>();
  // Without calls within calls: a chain may be as long as there are modules.
  const way: Step[] = [];
  const enter = (name: string): void => {
    seen.add(name);
    way.push({ name, left: [...(needs.get(name) ?? [])].toSorted().reverse() });
  };
  for (const start of [...needs.keys()].toSorted()) {
    if (!seen.has(start)) enter(start);
    for (let step = way.at(-1); step; step = way.at(-1)) {
      const next = step.left.pop();
      const at = way.findIndex(({ name }) => name === next);
      if (next === undefined) way.pop();
      else if (at >= 0) circles.push(way.slice(at).map(({ name }) => name));
      else if (!seen.has(next)) enter(next);
    }
  }
  return circles;
}
