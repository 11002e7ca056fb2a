import { PeerConnection, type Track } from 'node-datachannel';
import type { Log } from '@klieg/kernel';
import type { Source } from './source.ts';
import { makeMediaReceiver, type MediaReceiverOptions } from './receive/media-receiver.ts';
import { makeCandidateLimit } from './whip/candidates.ts';
import { gatheredDescription, type IceSettings, releaseTracks, rtcConfig } from './whip/peer-connection.ts';
import type { PublishOffer } from './whip/publish-offer.ts';
import { advertiseAddress, limitBandwidth } from './whip/sdp.ts';

/** One publisher's connection by WHIP. */
export interface Publisher extends Source {
  readonly answer: string;
  /** Of whichever section: all go one way. */
  addCandidate(candidate: string): void;
}

export interface PublisherOptions {
  readonly offer: PublishOffer;
  readonly ice: IceSettings;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  readonly log: Log;
  /** How many of the offered picture sizes are accepted. */
  readonly layersMax: number;
  readonly media: Pick<
    MediaReceiverOptions,
    'maxKbps' | 'meter' | 'onVideo' | 'onLayer' | 'onLayerEnd' | 'onAudio'
  >;
  /** The other side closed or the connection failed; not called after `close`. */
  readonly onClosed: () => void;
}

export type PublisherResult =
  | { readonly ok: true; readonly publisher: Publisher }
  | { readonly ok: false; readonly reason: 'malformed' | 'unavailable' };

/**
 * Answers an offer. The library has one track, of the picture, through which all packets of the connection come: it
 * is raw, without media handlers, so that extensions and sender reports reach the receiver and all feedback is ours.
 */
export async function openPublisher(options: PublisherOptions): Promise<PublisherResult> {
  const { offer, now, log } = options;
  const connection = new PeerConnection('publisher', rtcConfig(options.ice));
  let track: Track | undefined;
  const tracks: Track[] = [];
  let isClosed = false;

  const layers = offer.layers.slice(0, options.layersMax);
  const receiver = makeMediaReceiver({
    ...options.media,
    ...offer,
    layers,
    sendFeedback(packet) {
      if (!isClosed && track?.isOpen()) track.sendMessageBinary(packet);
    },
  });

  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    connection.close();
  };

  /** One publisher's packet must never end the process that carries the others. */
  const guarded = (work: () => void): void => {
    if (isClosed) return;
    try {
      work();
    } catch (err) {
      log.error({ err }, 'publisher dropped after a bug in its media path');
      close();
      options.onClosed();
    }
  };

  connection.onTrack((opened) => {
    track = opened;
    tracks.push(opened);
    opened.onMessage((packet) => guarded(() => receiver.receive(packet, now())));
  });
  releaseTracks(
    connection,
    () => tracks,
    (state) => {
      if (isClosed || (state !== 'closed' && state !== 'failed')) return;
      close();
      options.onClosed();
    },
  );

  const gathered = gatheredDescription(connection);
  try {
    connection.setRemoteDescription(offer.sdp, 'offer');
  } catch (err) {
    log.warn({ err }, 'offer refused');
    close();
    return { ok: false, reason: 'malformed' };
  }
  const ownAnswer = await gathered;
  if (ownAnswer === undefined) {
    close();
    return { ok: false, reason: 'unavailable' };
  }
  const { publicAddress } = options.ice;
  const mayAdd = makeCandidateLimit();
  const answer = offer.completeAnswer(ownAnswer, layers);
  const publisher: Publisher = {
    tech: 'webrtc',
    answer: limitBandwidth(
      publicAddress ? advertiseAddress(answer, publicAddress) : answer,
      options.media.maxKbps,
    ),
    addCandidate(candidate) {
      if (!mayAdd(candidate)) return;
      guarded(() => {
        try {
          connection.addRemoteCandidate(candidate, offer.videoMid);
        } catch (err) {
          log.warn({ err }, 'candidate ignored');
        }
      });
    },
    tick: (nowMs) => guarded(() => receiver.tick(nowMs)),
    requestKeyframe: (layer) => guarded(() => receiver.requestKeyframe(layer)),
    get lastMediaMs() {
      return receiver.lastMediaMs;
    },
    close,
  };
  return { ok: true, publisher };
}
