import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { HOUR_MS } from '@klieg/kernel/time';

/* What processes hold, as Linux tells it, and a line through what was seen. */

const PAGE_BYTES = 4_096;

/** What of a process is counted, its own memory first; the last two are what the probe in it has told last. */
export interface Held {
  readonly mib: number;
  readonly files: number;
  readonly handles: number;
  readonly heapMib: number;
}
export const MEASURES = ['mib', 'files', 'handles', 'heapMib'] as const;
export type Measure = (typeof MEASURES)[number];

interface Found {
  readonly pid: number;
  readonly parent: number;
  readonly name: string;
}

function findOne(entry: string): Found | undefined {
  try {
    const stat = readFileSync(`/proc/${entry}/stat`, 'utf8').split(') ')[1]!;
    const command = readFileSync(`/proc/${entry}/cmdline`, 'utf8').split('\0');
    const file = command.find((part) => /\.[mc]?[jt]s$/.test(part)) ?? command[0] ?? '';
    return {
      pid: Number(entry),
      parent: Number(stat.split(' ')[1]),
      name: basename(file).replace(/\.[mc]?[jt]s$/, ''),
    };
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}

/** All processes below these, each with the file that it runs. */
export function descendantsOf(roots: readonly number[]): readonly Found[] {
  const all = readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((entry) => findOne(entry) ?? []);
  const inside = new Set(roots);
  for (let before = -1; before !== inside.size;) {
    before = inside.size;
    for (const { pid, parent } of all) if (inside.has(parent)) inside.add(pid);
  }
  return all.filter(({ pid, parent }) => inside.has(pid) && inside.has(parent));
}

/** @param probes folder in which processes tell of themselves. @returns undefined where it has ended */
export function holdingsOf(pid: number, probes: string): Held | undefined {
  try {
    // What it shares with others, as parts of a database do, is not its own.
    const [, resident, shared] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ').map(Number);
    const mib = ((resident! - shared!) * PAGE_BYTES) / 2 ** 20;
    const files = readdirSync(`/proc/${pid}/fd`).length;
    return { mib, files, handles: NaN, heapMib: NaN, ...probeOf(pid, probes) };
  } catch {
    return undefined;
  }
}

function probeOf(pid: number, probes: string): Partial<Held> {
  try {
    return JSON.parse(readFileSync(join(probes, String(pid)), 'utf8')) as Partial<Held>;
  } catch {
    // It has told nothing yet, or is just writing.
    return {};
  }
}

/** Files below a folder with their bytes. */
export function filesBelow(folder: string): number {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
      .length;
  } catch {
    return 0;
  }
}

export interface Sample {
  readonly atMs: number;
  readonly value: number;
}

/** What comes on in an hour: the line with the least squares through the samples. */
export function slopeOf(all: readonly Sample[]): number {
  const samples = all.filter(({ value }) => Number.isFinite(value));
  if (samples.length < 2) return 0;
  const meanMs = samples.reduce((sum, { atMs }) => sum + atMs, 0) / samples.length;
  const mean = samples.reduce((sum, { value }) => sum + value, 0) / samples.length;
  let covariance = 0;
  let variance = 0;
  for (const { atMs, value } of samples) {
    covariance += (atMs - meanMs) * (value - mean);
    variance += (atMs - meanMs) ** 2;
  }
  return variance === 0 ? 0 : (covariance / variance) * HOUR_MS;
}
