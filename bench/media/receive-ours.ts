import { silentLog } from '@klieg/kernel';
import { openPublisher } from '../../apps/media/src/ingest/publisher.ts';
import { filterPublishOffer } from '../../apps/media/src/ingest/whip/publish-offer.ts';
import { makeStreamMeter } from '../../apps/media/src/ingest/receive/stream-meter.ts';
import type { OpenReceiver } from './picture-log.ts';

const TICK_MS = 50;

/** What a media process has in front of its pipelines, alone. */
export const receiveOurs: OpenReceiver = async (sdp, { maxKbps, log }) => {
  const offer = filterPublishOffer(sdp);
  if (!offer.ok) throw new Error(offer.reason);
  const now = () => performance.now();
  const result = await openPublisher({
    offer,
    ice: { port: 0 },
    now,
    log: silentLog,
    layersMax: 1,
    media: {
      maxKbps,
      meter: makeStreamMeter(maxKbps, now()),
      onVideo: ({ ticks, sps, nals }) => nals.length > 0 && log.onPicture(ticks, sps),
      onAudio: () => {},
    },
    onClosed: () => {},
  });
  if (!result.ok) throw new Error(result.reason);
  const { publisher } = result;
  const timer = setInterval(() => publisher.tick(now()), TICK_MS);
  return {
    answer: publisher.answer,
    close() {
      clearInterval(timer);
      publisher.close('closed');
      return Promise.resolve();
    },
  };
};
