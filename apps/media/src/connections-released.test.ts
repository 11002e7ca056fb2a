import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { silentLog } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { expect, test } from 'vitest';
import { filterPlayOffer } from './edge/webrtc/play-offer.ts';
import { openWhepViewer } from './edge/webrtc/whep-viewer.ts';
import { BROWSER_OFFER } from './testing/browser-offer.ts';

/* What a connection by WebRTC held goes with it: pictures that were sent lately are megabytes for each viewer. */

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Opens and closes a viewer. @returns what is there as long as anything of the viewer is */
async function comeAndGo(): Promise<WeakRef<object>> {
  const onReport = (): void => {};
  const read = filterPlayOffer(BROWSER_OFFER.replaceAll('a=sendonly', 'a=recvonly'));
  if (!read.ok) throw new Error(read.reason);
  const opened = await openWhepViewer({
    offer: read,
    ice: { port: 0, host: '127.0.0.1' },
    log: silentLog,
    onKeyWanted: () => {},
    onReport,
    onClosed: () => {},
  });
  if (!opened.ok) throw new Error(opened.reason);
  opened.viewer.close();
  return new WeakRef(onReport);
}

test('a viewer by WHEP who has left leaves nothing behind', async () => {
  const held: WeakRef<object>[] = [];
  for (let i = 0; i < 5; i++) held.push(await comeAndGo());
  await eventually(() => {
    collect();
    expect(held.filter((one) => one.deref() !== undefined)).toEqual([]);
  });
});
