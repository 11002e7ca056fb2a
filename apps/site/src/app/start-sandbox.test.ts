import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@klieg/kernel';
import { expect, onTestFinished, test } from 'vitest';
import { ConfigError, readStartConfig } from './config.ts';
import { startSandbox } from './start-sandbox.ts';

test('a taken port of the sandbox biller is told in one sentence that says what to set', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const dataDir = mkdtempSync(join(tmpdir(), 'klieg-sandbox-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const config = readStartConfig({ DATA_DIR: dataDir, SANDBOX_PORT: String(port) });
  const started = startSandbox(config, silentLog, (close) =>
    onTestFinished(async () => void (await close())),
  );
  await expect(started).rejects.toThrow(
    new ConfigError(
      `The port ${port} of the sandbox biller is taken by another program: set SANDBOX_PORT to a free one`,
    ),
  );
});
