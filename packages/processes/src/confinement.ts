import { spawnSync } from 'node:child_process';
import { isPerlThere, PERL, programAt, readablePaths } from './paths.ts';

/** The command and arguments that start a program confined. */
export const confinedCommand = (writable: readonly string[]): readonly string[] => [
  programAt('confine.pl'),
  readablePaths().join(':'),
  writable.join(':'),
];

let tried: { readonly fault: string | undefined } | undefined;

/**
 * Why processes cannot be confined here; undefined where they can. Tried once by this process, with a program that
 * does nothing.
 */
export function confinementFault(): string | undefined {
  tried ??= { fault: findFault() };
  return tried.fault;
}

function findFault(): string | undefined {
  if (process.platform !== 'linux') return `${process.platform} has no filter for system calls`;
  if (process.arch !== 'x64' && process.arch !== 'arm64') return `no filter is written for ${process.arch}`;
  if (!isPerlThere()) return `${PERL} is not there`;
  const trial = spawnSync(PERL, [...confinedCommand([]), '/usr/bin/true'], { env: {}, encoding: 'utf8' });
  return trial.status === 0 ? undefined : `the kernel refused it: ${trial.stderr.trim() || trial.signal}`;
}
