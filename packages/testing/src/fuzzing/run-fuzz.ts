import { fork } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { howMany } from '../run-length.ts';
import { whenEnded } from '../when-ended.ts';

/** What a process is to fuzz. */
export interface FuzzOrder {
  readonly name: string;
  /** Address of the module that exports `target`. */
  readonly target: string;
  /** Folder of inputs that are kept in the repository; one that breaks something is added to it. */
  readonly corpus: string;
  /** Pattern of the addresses of sources whose code guides; empty: none. */
  readonly sources: string;
  readonly seconds: number;
  readonly seed: number;
}

/** Bytes are those in use after all that can be freed was freed, a quarter of the time in and at the end. */
export interface FuzzReport {
  readonly inputs: number;
  readonly seconds: number;
  readonly kept: number;
  readonly keptBytes: number;
  /** Places of the sources that were reached, each with how often. */
  readonly places: number;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly findings: readonly { readonly name: string; readonly error: string }[];
  readonly slowestMs: number;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
  readonly residentBytesMax: number;
}

/** How long each target is fuzzed: seconds in every run, an hour in a long one, or as `KLIEG_FUZZ_MINUTES` says. */
export const fuzzMinutes = (): number => Number(process.env['KLIEG_FUZZ_MINUTES'] ?? howMany(0.02, 60));

/** The inputs of a folder, by name. */
export const readCorpus = (folder: string): readonly { readonly name: string; readonly bytes: Buffer }[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .toSorted()
        .map((name) => ({ name, bytes: readFileSync(join(folder, name)) }))
    : [];

/**
 * Fuzzes a target in a process of its own. An input that hung it or took its memory ends the process, and is a finding,
 * too: it is in the corpus then, and is read first by every later run.
 */
export function runFuzz(order: FuzzOrder): Promise<FuzzReport> {
  const before = new Set(readCorpus(order.corpus).map(({ name }) => name));
  return new Promise((resolve, reject) => {
    const child = fork(new URL('./fuzz-main.ts', import.meta.url), [JSON.stringify(order)], {
      execArgv: ['--expose-gc', '--max-old-space-size=768'],
    });
    let report: FuzzReport | undefined;
    child.once('message', (message) => (report = message as FuzzReport));
    whenEnded(child, (code, signal) => {
      if (report) return resolve(report);
      const added = readCorpus(order.corpus).flatMap(({ name }) => (before.has(name) ? [] : [name]));
      const input = added.length > 0 ? added.join(', ') : `of seed ${order.seed}`;
      reject(new Error(`${order.name} ended with ${code ?? signal} at an input, ${input}`));
    });
  });
}
