import { silentLog } from '@klieg/kernel';
import { filterPlayOffer } from '../../apps/media/src/edge/webrtc/play-offer.ts';
import { makeWhepFanout } from '../../apps/media/src/edge/webrtc/whep-fanout.ts';
import { openWhepViewer, type WhepViewer } from '../../apps/media/src/edge/webrtc/whep-viewer.ts';
import type { ReceiverMessage } from './whep-messages.ts';
import { streamPictures } from './whep-pictures.ts';

/*
 * The media process's way out by WebRTC alone, fed with synthetic pictures: argument 1 is their bit rate
 * in Mbit/s. Answers offers and takes the
 * candidates that come after.
 */

const viewers = new Map<number, WhepViewer>();
const fanout = makeWhepFanout({
  wallClock: Date.now,
  now: () => performance.now(),
  requestKeyframe() {},
});

async function answer(id: number, sdp: string): Promise<void> {
  const offer = filterPlayOffer(sdp);
  if (!offer.ok) throw new Error(offer.reason);
  const result = await openWhepViewer({
    offer,
    ice: { port: 0, host: '127.0.0.1' },
    log: silentLog,
    onReport() {},
    onKeyWanted() {},
    onClosed() {},
  });
  if (!result.ok) throw new Error(result.reason);
  viewers.set(id, result.viewer);
  fanout.attach(result.viewer);
  process.send?.({ answer: id, sdp: result.viewer.answer });
}

process.on('message', (message: ReceiverMessage) => {
  if ('offer' in message) void answer(message.offer, message.sdp);
  else for (const line of message.list) viewers.get(message.candidates)?.addCandidate('0', line);
});
process.on('disconnect', () => process.exit(0));
streamPictures(Number(process.argv[2]), (unit) => fanout.pushVideo(unit));
