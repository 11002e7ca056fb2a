import { restore } from './restore.ts';
import { runCommand } from './run-command.ts';

await runCommand('restore', (folder) => restore(process.env, folder));
