import { Audio, PeerConnection, type RtcConfig, type Track, Video } from 'node-datachannel';
import type { Log } from '@klieg/kernel';
import { makeCandidateLimit } from '../../ingest/whip/candidates.ts';
import { advertiseAddress } from '../../ingest/whip/sdp.ts';
import {
  gatheredDescription,
  type IceSettings,
  releaseTracks,
  rtcConfig,
} from '../../ingest/whip/peer-connection.ts';
import { REDUNDANT_CODEC } from '../../packaging/redundant-sound.ts';
import { type OfferedTrack, type PlayOffer, TRANSPORT_URI } from './play-offer.ts';
import { asksForKeyframe, type ReceiverReport, readReceiverReports } from './receiver-reports.ts';
import { AUDIO_SSRC, makeRtpOutlet, REPEAT_SSRC, type TrackKind, VIDEO_SSRC } from './rtp-outlet.ts';
import { makeSendSlices } from './send-slices.ts';
import type { RtpReader } from './whep-fanout.ts';

/** A viewer's connection by WebRTC. */
export interface WhepViewer extends RtpReader {
  readonly answer: string;
  addCandidate(mid: string, candidate: string): void;
}

export interface WhepViewerOptions {
  readonly offer: PlayOffer;
  readonly ice: IceSettings;
  readonly log: Log;
  /** The viewer needs a keyframe, since it has just come or lost one. */
  readonly onKeyWanted: () => void;
  /** A picture or sound has left whole; its last packet had this number. */
  readonly onSent?: (track: TrackKind, sequence: number, streamMs: number) => void;
  /** The viewer's transport says what it has got of a track. */
  readonly onReport: (report: ReceiverReport) => void;
  /** The other side left or the connection failed; not called after `close`. */
  readonly onClosed: () => void;
}

const NAME = 'klieg';
const soon = makeSendSlices();

/** Attributes of a track in the answer besides its format. */
function addFeedback(media: Video | Audio, { payloadType, transportId }: OfferedTrack): void {
  if (transportId === undefined) return;
  media.parseSdpLine(`a=extmap:${transportId} ${TRANSPORT_URI}`);
  media.parseSdpLine(`a=rtcp-fb:${payloadType} transport-cc`);
}

function addVideo(connection: PeerConnection, track: OfferedTrack): Track {
  const { mid, payloadType, parameters, repeatPayloadType } = track;
  const video = new Video(mid, 'SendOnly');
  video.addH264Codec(payloadType, parameters);
  video.addSSRC(VIDEO_SSRC, NAME, NAME, 'video');
  if (repeatPayloadType !== undefined) {
    video.addRTXCodec(repeatPayloadType, payloadType, 90_000);
    video.addSSRC(REPEAT_SSRC, NAME, NAME, 'video');
    video.parseSdpLine(`a=ssrc-group:FID ${VIDEO_SSRC} ${REPEAT_SSRC}`);
  }
  addFeedback(video, track);
  return connection.addTrack(video as never);
}

function addAudio(connection: PeerConnection, track: OfferedTrack): Track {
  const audio = new Audio(track.mid, 'SendOnly');
  const { payloadType, redundantPayloadType } = track;
  audio.addOpusCodec(payloadType);
  if (redundantPayloadType !== undefined)
    audio.addAudioCodec(redundantPayloadType, REDUNDANT_CODEC, `${payloadType}/${payloadType}`);
  audio.addSSRC(AUDIO_SSRC, NAME, NAME, 'audio');
  addFeedback(audio, track);
  return connection.addTrack(audio as never);
}

export type WhepViewerResult =
  | { readonly ok: true; readonly viewer: WhepViewer }
  | { readonly ok: false; readonly reason: 'malformed' | 'unavailable' };

/** Answers a viewer's offer with the tracks that it wants. */
export async function openWhepViewer(options: WhepViewerOptions): Promise<WhepViewerResult> {
  const { offer, log } = options;
  const config: RtcConfig = rtcConfig(options.ice);
  const connection = new PeerConnection('viewer', config);
  const tracks = new Map<TrackKind, Track>();
  let isClosed = false;

  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    outlet.close();
    connection.close();
  };
  const outlet = makeRtpOutlet({
    video: offer.video,
    audio: offer.audio,
    now: () => performance.now(),
    soon,
    onSent: options.onSent,
    onReady: options.onKeyWanted,
    transmit(kind, packet) {
      if (isClosed) return;
      // Datagrams do not queue; what the line cannot carry is lost, and asked for again or not.
      try {
        tracks.get(kind)?.sendMessageBinary(packet);
      } catch (err) {
        log.warn({ err }, 'a viewer could not be sent to');
        close();
        options.onClosed();
      }
    },
  });
  const hear = (packet: Buffer): void => {
    if (isClosed) return;
    for (const report of readReceiverReports(packet)) options.onReport(report);
    outlet.hear(packet);
    if (asksForKeyframe(packet)) options.onKeyWanted();
  };
  releaseTracks(
    connection,
    () => tracks.values(),
    (state) => {
      if (isClosed || (state !== 'closed' && state !== 'failed' && state !== 'disconnected')) return;
      close();
      options.onClosed();
    },
  );
  const gathered = gatheredDescription(connection);
  try {
    if (offer.video) tracks.set('video', addVideo(connection, offer.video));
    if (offer.audio) tracks.set('audio', addAudio(connection, offer.audio));
    for (const track of tracks.values()) track.onMessage(hear);
    tracks
      .values()
      .next()
      .value?.onOpen(() => outlet.open());
    connection.setRemoteDescription(offer.sdp, 'offer');
  } catch (err) {
    log.warn({ err }, 'offer of a viewer refused');
    close();
    return { ok: false, reason: 'malformed' };
  }
  const answer = await gathered;
  if (answer === undefined) {
    close();
    return { ok: false, reason: 'unavailable' };
  }

  const { publicAddress } = options.ice;
  const mayAdd = makeCandidateLimit();
  const viewer: WhepViewer = {
    ...outlet,
    answer: publicAddress ? advertiseAddress(answer, publicAddress) : answer,
    hasVideo: offer.video !== undefined,
    hasAudio: offer.audio !== undefined,
    addCandidate(mid, candidate) {
      if (!mayAdd(candidate)) return;
      try {
        connection.addRemoteCandidate(candidate, mid);
      } catch (err) {
        log.warn({ err }, 'candidate ignored');
      }
    },
    close,
  };
  return { ok: true, viewer };
}
