import { fork } from 'node:child_process';
import type { LineProfile } from '@klieg/testing/bad-line';
import { whenEnded } from '@klieg/testing/when-ended';

/** A viewer by WHEP. */
export interface WhepReceiver {
  readonly pictures: number;
  readonly keyframes: number;
  readonly soundPackets: number;
  readonly isClosed: boolean;
  /** Address of the resource. */
  readonly resource: string;
  /** Stands still, as behind a line that is cut. */
  freeze(): void;
  close(): Promise<void>;
}

interface Told {
  readonly refused?: number;
  readonly resource?: string;
  readonly pictures?: number;
  readonly keyframes?: number;
  readonly soundPackets?: number;
  readonly isClosed?: boolean;
}

/**
 * Plays a stream by WHEP in a process of its own. @param manner `silent`: without receiver reports
 * @param line what lies between it and the media process, both ways
 * @throws Error with the status where the offer is refused
 */
export async function receiveWhep(
  base: string,
  streamName: string,
  token: string,
  manner: 'reporting' | 'silent' = 'reporting',
  line?: LineProfile,
): Promise<WhepReceiver> {
  const entry = new URL('./receive-whep-main.ts', import.meta.url);
  const address = `${base}/live/whep/${streamName}`;
  const child = fork(entry, [address, token, manner, ...(line ? [JSON.stringify(line)] : [])], {
    execArgv: [],
  });
  let told: Told = {};
  const resource = await new Promise<string>((resolve, reject) => {
    child.on('message', (message) => {
      told = { ...told, ...(message as Told) };
      if (told.refused !== undefined) reject(new Error(`refused with ${told.refused}`));
      if (told.resource !== undefined) resolve(told.resource);
    });
    whenEnded(child, (code) => reject(new Error(`the receiver ended with ${code}`)));
  });
  return {
    get pictures() {
      return told.pictures ?? 0;
    },
    get keyframes() {
      return told.keyframes ?? 0;
    },
    get soundPackets() {
      return told.soundPackets ?? 0;
    },
    get isClosed() {
      return told.isClosed ?? false;
    },
    resource,
    freeze: () => void child.kill('SIGSTOP'),
    async close() {
      await fetch(resource, { method: 'DELETE' }).catch(() => undefined);
      child.kill('SIGKILL');
    },
  };
}
