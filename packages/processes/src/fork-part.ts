import { type ChildProcess, fork, type StdioOptions } from 'node:child_process';
import { confinedCommand, confinementFault } from './confinement.ts';
import { PERL, programAt } from './paths.ts';
import { partFlags, type PartName } from './parts.ts';

/** A part that is started by another one, as a process of its own. */
export interface PartOptions {
  /** Which one it is; where the site was started as root it says as which user it runs. */
  readonly part: PartName;
  readonly entry: URL;
  /** Flags of the engine besides those of the part. */
  readonly execArgv?: readonly string[];
  /** The whole environment except what the channel needs. */
  readonly env: Readonly<Record<string, string>>;
  readonly stdio?: StdioOptions;
  readonly serialization: 'json' | 'advanced';
}

/** Where the supervisor listens that starts parts as other users; undefined: everything runs as one user. */
const supervisor = (): string | undefined => process.env['KLIEG_LAUNCHER'];

/** Whether parts of this process run as other users. */
export const isSupervised = (): boolean => supervisor() !== undefined;

const optionsOf = ({ env, stdio, serialization }: PartOptions) => ({
  env: { ...env },
  serialization,
  ...(stdio && { stdio }),
});

const flagsOf = ({ part, execArgv = [] }: PartOptions): string[] => [...partFlags[part], ...execArgv];

/** The supervisor knows program, flags and user of each part; it is told only the name. */
const askSupervisor = (socket: string, options: PartOptions): ChildProcess =>
  fork(options.part, [], {
    ...optionsOf(options),
    execPath: PERL,
    execArgv: [programAt('ask-supervisor.pl'), socket],
  });

/**
 * Starts a part of the site, with a channel to it. Under the supervisor the pid is a stand-in's: it forwards signals
 * and exits with the part.
 */
export function forkPart(options: PartOptions): ChildProcess {
  const socket = supervisor();
  if (socket !== undefined) return askSupervisor(socket, options);
  return fork(options.entry, [], { ...optionsOf(options), execArgv: flagsOf(options) });
}

/**
 * Starts a part that reads untrusted data, confined: no network, no other processes, no files except the code and
 * `writable` folders. Where the machine cannot do that (`confinementFault`) it runs like any other part.
 */
export function forkConfined(options: PartOptions, writable: readonly string[] = []): ChildProcess {
  const socket = supervisor();
  if (socket !== undefined) return askSupervisor(socket, options);
  if (confinementFault() !== undefined) return forkPart(options);
  return fork(options.entry, [], {
    ...optionsOf(options),
    execPath: PERL,
    execArgv: [...confinedCommand(writable), process.execPath, ...flagsOf(options)],
  });
}
