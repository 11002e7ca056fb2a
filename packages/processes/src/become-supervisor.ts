import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { confinementFault } from './confinement.ts';
import { isPerlThere, PERL, programAt, readablePaths } from './paths.ts';

/** A process that the supervisor starts, and how. */
export interface SupervisedRole {
  /** The name of a part; the first role, whom nobody can ask for, may have any. */
  readonly name: string;
  readonly uid: number;
  /** Names of the roles whose user may ask for it. */
  readonly callers: readonly string[];
  /** Folders it may write to, for a part that reads untrusted data; undefined: not confined. */
  readonly confined?: { readonly writable: readonly string[] };
  /** How much its priority is lowered. */
  readonly niceness?: number;
  /** Flags, entry and words of Node. */
  readonly words: readonly string[];
}

/** Whether this machine can run the supervisor. */
export const canSupervise = (): boolean =>
  process.platform === 'linux' && (process.arch === 'x64' || process.arch === 'arm64') && isPerlThere();

/** A role as the supervisor reads it: one argument of lines. */
function argumentOf(role: SupervisedRole): string {
  const isConfined = role.confined !== undefined && confinementFault() === undefined;
  const lines = [
    role.name,
    String(role.uid),
    role.callers.join(','),
    isConfined ? 'confined' : 'plain',
    String(role.niceness ?? 0),
    isConfined ? readablePaths().join(':') : '',
    isConfined ? role.confined.writable.join(':') : '',
    process.execPath,
    ...role.words,
  ];
  if (lines.some((line) => line.includes('\n'))) throw new Error('a path of the site has a line break');
  return lines.join('\n');
}

/**
 * Becomes the supervisor, a small program that stays root, under the same process number: it starts the first role
 * with the given environment, and the others when they are asked for. Does not return.
 */
export function becomeSupervisor(
  roles: readonly SupervisedRole[],
  env: Readonly<Record<string, string | undefined>>,
): never {
  const folder = mkdtempSync(join(tmpdir(), 'klieg-supervisor-'));
  chmodSync(folder, 0o711);
  const words = [programAt('supervisor.pl'), join(folder, 'socket'), ...roles.map(argumentOf)];
  const given = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  process.execve!(PERL, [PERL, ...words], Object.fromEntries(given));
  throw new Error('the supervisor could not be started');
}
