import { onEnd, tellParent } from '@klieg/kernel/child';
import { makeLog } from '@klieg/log';
import { makeSandboxBiller } from './biller.ts';

// Process entry: SANDBOX_SECRET, SANDBOX_HOST and SANDBOX_PORT are set by whatever starts it.
const secret = process.env['SANDBOX_SECRET'];
if (!secret) throw new Error('SANDBOX_SECRET is missing');
const app = makeSandboxBiller({ secret, log: makeLog({ part: 'sandbox' }) });
const host = process.env['SANDBOX_HOST'] ?? '127.0.0.1';
const wantedPort = Number(process.env['SANDBOX_PORT'] ?? 0);
const stop = () => void app.close().then(() => process.exit(process.exitCode ?? 0));
onEnd(stop);

try {
  await app.listen({ host, port: wantedPort });
  const { port } = app.server.address() as { port: number };
  tellParent({ ready: { port } });
} catch (error) {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'EADDRINUSE') throw error;
  tellParent({
    failure: `The port ${wantedPort} of the sandbox biller is taken by another program: set SANDBOX_PORT to a free one`,
  });
  process.exitCode = 1;
  process.disconnect?.();
}
