import { makeLog } from '@klieg/log';
import { makeSandboxBiller } from './biller.ts';

// Process entry: SANDBOX_SECRET, SANDBOX_HOST and SANDBOX_PORT come from whoever starts it.
const secret = process.env['SANDBOX_SECRET'];
if (!secret) throw new Error('SANDBOX_SECRET is missing');
const app = makeSandboxBiller({ secret, log: makeLog({ part: 'sandbox' }) });
await app.listen({
  host: process.env['SANDBOX_HOST'] ?? '127.0.0.1',
  port: Number(process.env['SANDBOX_PORT'] ?? 0),
});
const { port } = app.server.address() as { port: number };
process.send?.({ ready: { port } }, () => {});
const stop = () => void app.close().then(() => process.exit(0));
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
process.once('disconnect', stop);
