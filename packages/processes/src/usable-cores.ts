import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';

/** The text of a file; undefined where there is none. */
export type ReadText = (file: string) => string | undefined;

const readText: ReadText = (file) => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};

const ROOT = '/sys/fs/cgroup';

/** A group and all that it is in, up to the root: the narrowest of their limits holds. */
function withParents(path: string): string[] {
  const all = [path];
  for (let at = path; at !== '/' && at !== '.'; at = dirname(at)) all.push(dirname(at));
  return all;
}

const ratio = (quota: string | undefined, period: string | undefined): number => {
  const cores = Number(quota) / Number(period);
  return Number.isFinite(cores) && cores > 0 ? cores : Infinity;
};

/** Control groups of the second version: `cpu.max` is `max 100000` or `50000 100000`. */
const coresOfUnified = (group: string, read: ReadText): number =>
  ratio(
    ...((read(join(ROOT, group, 'cpu.max'))
      ?.trim()
      .split(' ') ?? []) as [string, string]),
  );

/** The first version; a quota of -1 is none. */
function coresOfFirst(group: string, read: ReadText): number {
  const of = (name: string) => read(join(ROOT, 'cpu', group, name))?.trim();
  return ratio(of('cpu.cfs_quota_us'), of('cpu.cfs_period_us'));
}

/**
 * Cores that this process may use: those of the machine, or what the limit of its container leaves of them, which
 * Node does not look at. May be a part of one, such as 0.5.
 */
export function usableCores(cores: number = availableParallelism(), read: ReadText = readText): number {
  let least = cores;
  for (const line of (read('/proc/self/cgroup') ?? '').split('\n')) {
    const [, controllers, path] = /^\d+:([^:]*):(\/.*)$/u.exec(line) ?? [];
    if (path === undefined || controllers === undefined) continue;
    const coresOf =
      controllers === '' ? coresOfUnified : controllers.split(',').includes('cpu') ? coresOfFirst : undefined;
    // A container sees its own group as the root, also where the path is that of the machine.
    if (coresOf) least = Math.min(least, ...withParents(path).map((group) => coresOf(group, read)));
  }
  return least;
}
