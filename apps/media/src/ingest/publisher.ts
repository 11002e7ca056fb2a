import { PeerConnection, type Track } from 'node-datachannel';
import type { Log } from '@klieg/kernel';
import type { Source } from './source.ts';
import { makeMediaReceiver, type MediaReceiverOptions } from './media-receiver.ts';
import { gatheredDescription, type IceSettings, rtcConfig } from './peer-connection.ts';
import { advertiseAddress, type FilteredOffer, limitBandwidth } from './sdp.ts';

/** One publisher's connection by WHIP. */
export interface Publisher extends Source {
  readonly answer: string;
  addCandidate(mid: string, candidate: string): void;
}

export interface PublisherOptions {
  readonly offer: FilteredOffer;
  readonly ice: IceSettings;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  readonly log: Log;
  readonly media: Omit<MediaReceiverOptions, 'sendFeedback' | 'videoPayloadType' | 'audioPayloadType'>;
  /** The other side closed or the connection failed; not called after `close`. */
  readonly onClosed: () => void;
}

export type PublisherResult =
  | { readonly ok: true; readonly publisher: Publisher }
  | { readonly ok: false; readonly reason: 'malformed' | 'unavailable' };

/**
 * Answers an offer. The tracks are raw, without media handlers, so that sender reports reach the
 * receiver and all feedback is ours.
 */
export async function openPublisher(options: PublisherOptions): Promise<PublisherResult> {
  const { offer, now, log } = options;
  const connection = new PeerConnection('publisher', rtcConfig(options.ice));
  const tracks = new Map<string, Track>();
  let isClosed = false;

  const receiver = makeMediaReceiver({
    ...options.media,
    videoPayloadType: offer.videoPayloadType,
    audioPayloadType: offer.audioPayloadType,
    sendFeedback(kind, packet) {
      const track = tracks.get(kind);
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

  connection.onTrack((track) => {
    const kind = track.type() === 'video' ? 'video' : 'audio';
    tracks.set(kind, track);
    track.onMessage((packet) => guarded(() => receiver.receive(kind, packet, now())));
  });
  connection.onStateChange((state) => {
    if (isClosed || (state !== 'closed' && state !== 'failed')) return;
    close();
    options.onClosed();
  });

  const gathered = gatheredDescription(connection);
  try {
    connection.setRemoteDescription(offer.sdp, 'offer');
  } catch (err) {
    log.warn({ err }, 'offer refused');
    close();
    return { ok: false, reason: 'malformed' };
  }
  const answer = await gathered;
  if (answer === undefined) {
    close();
    return { ok: false, reason: 'unavailable' };
  }
  const { publicAddress } = options.ice;
  const publisher: Publisher = {
    tech: 'webrtc',
    answer: limitBandwidth(
      publicAddress ? advertiseAddress(answer, publicAddress) : answer,
      options.media.maxKbps,
    ),
    addCandidate(mid, candidate) {
      guarded(() => {
        try {
          connection.addRemoteCandidate(candidate, mid);
        } catch (err) {
          log.warn({ err }, 'candidate ignored');
        }
      });
    },
    tick: (nowMs) => guarded(() => receiver.tick(nowMs)),
    requestKeyframe: () => guarded(receiver.requestKeyframe),
    get lastMediaMs() {
      return receiver.lastMediaMs;
    },
    close,
  };
  return { ok: true, publisher };
}
