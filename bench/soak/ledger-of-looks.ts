import {
  descendantsOf,
  filesBelow,
  holdingsOf,
  type Measure,
  MEASURES,
  type Sample,
  slopeOf,
} from './look.ts';

/** What was seen of one thing over the time of a soak. */
interface Seen {
  readonly name: string;
  /** Not of the product: what sends and watches. */
  readonly isCrowd: boolean;
  readonly samples: Record<string, Sample[]>;
  /** Since the last sample. */
  readonly looks: { readonly [M in Measure]: number }[];
}

/** A row of the table that a soak ends with. */
export interface Row {
  readonly name: string;
  readonly isCrowd: boolean;
  readonly measure: string;
  readonly first: number;
  readonly last: number;
  readonly perHour: number;
}

export interface LooksOptions {
  readonly probes: string;
  /** Roots of the processes that are measured, by name. */
  readonly roots: () => readonly { readonly name: string; readonly pid: number; readonly isCrowd: boolean }[];
  /** Folders whose files are counted, by name. */
  readonly folders: Readonly<Record<string, string>>;
  readonly looksPerSample: number;
}

/** A process has to have been there for this many samples of the second half to have a slope. */
const SAMPLES_MIN = 10;
/** Who was not seen for so long has ended. */
const ENDED_MS = 90_000;
/** What comes and goes by design would fill the list in a long run. */
const PROCESSES_MAX = 5_000;

export function makeLooks({ probes, roots, folders, looksPerSample }: LooksOptions) {
  const seen = new Map<string, Seen>();
  const of = (key: string, name: string, isCrowd: boolean): Seen | undefined => {
    const known = seen.get(key) ?? { name, isCrowd, samples: {}, looks: [] };
    if (!seen.has(key) && seen.size >= PROCESSES_MAX) return undefined;
    seen.set(key, known);
    return known;
  };
  const add = ({ samples }: Seen, measure: string, atMs: number, value: number): void =>
    void (samples[measure] ??= []).push({ atMs, value });

  const lookAt = (pid: number, name: string, isCrowd: boolean, atMs: number): void => {
    const held = holdingsOf(pid, probes);
    const thing = held && of(`${name} ${pid}`, name, isCrowd);
    if (!held || !thing) return;
    thing.looks.push(held);
    if (thing.looks.length < looksPerSample) return;
    // What remains right after a collection is held; what comes on top is on its way.
    for (const measure of MEASURES)
      add(thing, measure, atMs, Math.min(...thing.looks.map((look) => look[measure])));
    thing.looks.length = 0;
  };

  return {
    /** To be called every few seconds. */
    look(atMs: number, isSample: boolean): void {
      const all = roots();
      for (const { name, pid, isCrowd } of all) {
        lookAt(pid, name, isCrowd, atMs);
        for (const child of descendantsOf([pid])) lookAt(child.pid, `${name}/${child.name}`, isCrowd, atMs);
      }
      if (!isSample) return;
      const inside = descendantsOf(all.filter(({ isCrowd }) => !isCrowd).map(({ pid }) => pid));
      add(of('all', 'all', false)!, 'processes', atMs, inside.length);
      const connections = inside.filter(({ name }) => name.startsWith('postgres')).length;
      add(of('all', 'all', false)!, 'postgresProcesses', atMs, connections);
      for (const [name, folder] of Object.entries(folders))
        add(of(`folder ${name}`, name, false)!, 'filesOnDisk', atMs, filesBelow(folder));
    },
    /** Of what was there through the second half. */
    rows(atMs: number): readonly Row[] {
      return [...seen.values()].flatMap(({ name, isCrowd, samples }) =>
        Object.entries(samples).flatMap(([measure, taken]) => {
          const half = taken.filter((one) => one.atMs >= atMs / 2 && Number.isFinite(one.value));
          // What began later is still growing to its size, and what has ended says nothing of an hour.
          const isWhole = taken[0]!.atMs < atMs / 2 && atMs - taken.at(-1)!.atMs < ENDED_MS;
          if (half.length < SAMPLES_MIN || !isWhole) return [];
          const [first, last] = [half[0]!.value, half.at(-1)!.value];
          return [{ name, isCrowd, measure, first, last, perHour: slopeOf(half) }];
        }),
      );
    },
  };
}
