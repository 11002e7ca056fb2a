// Run by embedded-postgres.test.ts as a process that can be killed: starts the server on the directory
// given, prints its process number and stays.
import { silentLog } from '@klieg/kernel';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

const [, , dataDir = ''] = process.argv;
const server = await startEmbeddedPostgres({ dataDir, log: silentLog });
process.stdout.write(`${server.pid}\n`);
setInterval(() => {}, 60_000);
