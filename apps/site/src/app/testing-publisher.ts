import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareLoops, publishersEntry } from '@klieg/demo';
import { silentLog } from '@klieg/kernel';
import { giveLoops, keepLoops } from '@klieg/testing/kept-loops';
import type { Visitor } from '@klieg/testing';

/** A drawn scene that moves. */
const SCENE = { scene: 's00', seed: 1 };

/** Publishes a moving picture by WHIP, in a process of its own. */
export interface TestPublisher {
  /** Starts a broadcast and sends, whatever becomes of connections, until it is closed. */
  publish(model: Visitor): Promise<void>;
  close(): void;
}

/** @throws Error where the picture cannot be encoded, which needs the optional package node-av */
export async function startTestPublisher(): Promise<TestPublisher> {
  const dataDir = mkdtempSync(join(tmpdir(), 'klieg-publisher-'));
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  giveLoops(dataDir, SCENE.scene);
  const ready = await prepareLoops({ dataDir, scenes: [SCENE], log: silentLog, onReady() {} }).done;
  keepLoops(dataDir);
  if (ready.length === 0) {
    remove();
    throw new Error('this needs the optional package node-av');
  }
  const children: ChildProcess[] = [];
  return {
    async publish(model) {
      const child = fork(publishersEntry, [], { execArgv: [], env: { ...process.env, DATA_DIR: dataDir } });
      children.push(child);
      const start = async () => {
        const { ingest } = await model.call('startBroadcast', { body: { streaming_tech: 'webrtc' } });
        const { whip_url: whipUrl, token } = ingest!;
        child.send({
          start: [
            { username: 'model', scene: SCENE.scene, whipUrl: new URL(whipUrl, model.baseUrl).href, token },
          ],
        });
      };
      child.on('message', (message: object) => {
        // While the one before still counts as here, the right is asked for again.
        if ('needToken' in message) void start().catch(() => undefined);
      });
      await new Promise((resolve) => child.once('message', resolve));
      await start();
    },
    close() {
      for (const child of children) child.kill('SIGKILL');
      remove();
    },
  };
}
