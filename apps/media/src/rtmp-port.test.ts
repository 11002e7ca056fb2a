import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { silentLog } from '@klieg/kernel';
import { expect, test } from 'vitest';
import { startHarness } from './testing/live-harness.ts';

test('a port for encoders that is held by another program is one error with what to do; the rest works', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const { port: rtmpPort } = holder.address() as AddressInfo;
  const errors: string[] = [];
  const log = { ...silentLog, error: (_fields: object, message: string) => void errors.push(message) };
  const harness = await startHarness('', {}, { rtmpPort, log });
  try {
    expect(errors).toEqual([
      expect.stringMatching(new RegExp(`port ${rtmpPort} is held by another program.*RTMP_PORT`)),
    ]);
    expect(harness.media.rtmpPort).toBeUndefined();
    expect((await fetch(`${harness.base}/healthz`)).status).toBe(200);
  } finally {
    await harness.close();
    await new Promise((resolve) => holder.close(resolve));
  }
});
