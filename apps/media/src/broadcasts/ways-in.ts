import type { EncoderRefusalCode } from '@klieg/contract/media';
import type { PublishClaims } from '../control/access.ts';
import type { PublishResult } from '../ingest/whip/publish-result.ts';
import { openPublisher } from '../ingest/publisher.ts';
import type { PublishOffer } from '../ingest/whip/publish-offer.ts';
import type { MediaIn, Source } from '../ingest/source.ts';
import { makeStreamMeter, type StreamMeter } from '../ingest/receive/stream-meter.ts';
import { OPUS } from '../packaging/audio-format.ts';
import type { Admission } from './admission.ts';
import type { Broadcast } from './broadcast.ts';
import type { BroadcastsOptions } from './broadcasts-options.ts';
import { limitMedia } from './limited-media.ts';
import { rulesOf } from './publisher-rules.ts';
import { type AttachResult, meteredMedia, type PageAttachResult } from './source-slot.ts';

/** How publishers come in: each by its protocol, all by the same admission into the same pipelines. */
export interface WaysIn {
  /** By WHIP: answers an offer. */
  publish(claims: PublishClaims, offer: PublishOffer): Promise<PublishResult>;
  /** By RTMP, whose connection enforces its limits itself. */
  attach(claims: PublishClaims, source: Source): AttachResult;
  /** By a page's WebSocket, with the limits of WHIP. */
  attachPage(claims: PublishClaims, source: Source, hasSound: boolean): PageAttachResult;
}

export interface WaysInOptions extends BroadcastsOptions {
  readonly admission: Admission;
  /** The broadcast of these claims, or a new one. */
  readonly broadcastOf: (claims: PublishClaims) => Broadcast;
  /** Puts a publisher in the place of the one before. */
  readonly install: (claims: PublishClaims, source: Source, broadcast: Broadcast) => void;
  /** The connection has ended without a word. */
  readonly onLost: (broadcast: Broadcast, source: Source) => void;
  /** The publisher announced that it stops. */
  readonly onLeft: (broadcast: Broadcast, source: Source) => void;
  /** The publisher sends more than it may. */
  readonly onRefused: (place: Taken, code: EncoderRefusalCode, text: string) => void;
}

export interface Taken {
  readonly broadcast: Broadcast;
  readonly source: Source;
}

export function makeWaysIn(options: WaysInOptions): WaysIn {
  const { admission, monotonic, log, install, onLost } = options;

  /**
   * Where the media of a page go: into the broadcast once it is taken, within the limits, without sound that may not
   * be.
   */
  const wayOf = (claims: PublishClaims, meter: StreamMeter) => {
    const { bounds, maxKbps, hasSound: maySound } = rulesOf(claims.camera, options);
    /** Filled once the publisher is accepted; earlier media is dropped. */
    const place: { taken?: Taken & { readonly media: MediaIn } } = {};
    const limited = limitMedia({
      now: monotonic,
      bounds,
      media: () => place.taken?.media,
      onRefused: (code, text) => place.taken && options.onRefused(place.taken, code, text),
    });
    const take = (source: Source, hasSound: boolean, isLayered = false): Broadcast => {
      // The name may have changed while the connection was made.
      const current = admission.renamed(claims);
      const broadcast = options.broadcastOf(current);
      install(current, source, broadcast);
      broadcast.meter = meter;
      const taken = broadcast.pipeline.takeIn(hasSound && maySound ? OPUS : undefined, isLayered);
      const media = maySound ? taken : { ...taken, onAudio() {} };
      place.taken = { broadcast, media, source };
      return broadcast;
    };
    return { place, limited, maxKbps, take };
  };

  const open = async (claims: PublishClaims, offer: PublishOffer): Promise<PublishResult> => {
    const { maxKbps, layersMax } = rulesOf(claims.camera, options);
    const meter = makeStreamMeter(maxKbps, monotonic());
    const { place, limited, take } = wayOf(claims, meter);
    const result = await openPublisher({
      offer,
      ice: options.ice,
      now: monotonic,
      log,
      layersMax,
      media: { maxKbps, meter, ...limited },
      onClosed: () => place.taken && onLost(place.taken.broadcast, place.taken.source),
    });
    if (!result.ok) return result;
    const { publisher } = result;
    if (admission.isStopped(claims)) {
      publisher.close('stopped');
      return { ok: false, reason: 'stopped' };
    }
    const isLayered = Math.min(offer.layers.length, layersMax) > 1;
    const broadcast = take(publisher, offer.audioPayloadType !== undefined, isLayered);
    return { ok: true, resourceId: broadcast.resourceId, answer: publisher.answer };
  };

  return {
    async publish(given, offer) {
      const claims = admission.renamed(given);
      const reason = admission.refusalOf(claims);
      if (reason) return { ok: false, reason };
      return admission.whileOpening(claims, () => open(claims, offer));
    },
    attach(given, source) {
      const claims = admission.renamed(given);
      const reason = admission.refusalOf(claims);
      if (reason) return { ok: false, reason };
      const broadcast = options.broadcastOf(claims);
      install(claims, source, broadcast);
      const meter = makeStreamMeter(options.maxKbps, monotonic());
      broadcast.meter = meter;
      const media = meteredMedia(broadcast.pipeline.takeIn(undefined), meter, monotonic);
      const onClosed = () => onLost(broadcast, source);
      const onLeft = () => options.onLeft(broadcast, source);
      return { ok: true, slot: { media, meter, onClosed, onLeft } };
    },
    attachPage(given, source, hasSound) {
      const claims = admission.renamed(given);
      const reason = admission.refusalOf(claims);
      if (reason) return { ok: false, reason };
      const { maxKbps } = rulesOf(claims.camera, options);
      const meter = makeStreamMeter(maxKbps, monotonic());
      const { limited, take } = wayOf(claims, meter);
      const broadcast = take(source, hasSound);
      const onClosed = () => onLost(broadcast, source);
      const onLeft = () => options.onLeft(broadcast, source);
      return { ok: true, slot: { media: limited, meter, maxKbps, onClosed, onLeft } };
    },
  };
}
