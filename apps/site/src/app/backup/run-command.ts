import { ConfigError } from '../config.ts';
import { BackupError } from './backup-error.ts';

/** Runs a command that takes one folder, prints what it says line by line and ends with 1 where it fails. */
export async function runCommand(
  name: string,
  work: (folder: string) => Promise<readonly string[]>,
): Promise<void> {
  try {
    const folder = process.argv[2];
    if (!folder) throw new BackupError(`which folder? npm run ${name} -- /path/of/a/folder`);
    for (const line of await work(folder)) process.stdout.write(`${line}\n`);
  } catch (error) {
    const isExpected = error instanceof BackupError || error instanceof ConfigError;
    process.stderr.write(`${name}: ${isExpected ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
