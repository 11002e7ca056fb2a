import {
  Audio,
  PeerConnection,
  RtcpNackResponder,
  type RtcConfig,
  type Track,
  Video,
} from 'node-datachannel';
import type { Log } from '@klieg/kernel';
import { advertiseAddress } from '../ingest/sdp.ts';
import { gatheredDescription, type IceSettings, rtcConfig } from '../ingest/peer-connection.ts';
import type { PlayOffer } from './play-offer.ts';
import { asksForKeyframe, type ReceiverReport, readReceiverReports } from './receiver-reports.ts';
import { AUDIO_SSRC, type RtpReader, VIDEO_SSRC } from './whep-fanout.ts';

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
  /** The viewer's transport says what it has got of a track. */
  readonly onReport: (report: ReceiverReport) => void;
  /** The other side left or the connection failed; not called after `close`. */
  readonly onClosed: () => void;
}

/** Packets kept for repeats, about two seconds. */
const REPEATS_MAX = 512;
function addVideo(connection: PeerConnection, mid: string, payloadType: number, profile: string): Track {
  const video = new Video(mid, 'SendOnly');
  video.addH264Codec(payloadType, profile);
  video.addSSRC(VIDEO_SSRC, 'klieg', 'klieg', 'video');
  const track = connection.addTrack(video as never);
  track.setMediaHandler(new RtcpNackResponder(REPEATS_MAX));
  return track;
}

function addAudio(connection: PeerConnection, mid: string, payloadType: number): Track {
  const audio = new Audio(mid, 'SendOnly');
  audio.addOpusCodec(payloadType);
  audio.addSSRC(AUDIO_SSRC, 'klieg', 'klieg', 'audio');
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
  const tracks = new Map<'video' | 'audio', Track>();
  let isClosed = false;

  const close = (): void => {
    if (isClosed) return;
    isClosed = true;
    connection.close();
  };
  const hear = (packet: Buffer): void => {
    if (!isClosed) for (const report of readReceiverReports(packet)) options.onReport(report);
  };
  const gathered = gatheredDescription(connection);
  try {
    if (offer.video) {
      const { mid, payloadType, parameters } = offer.video;
      const track = addVideo(connection, mid, payloadType, parameters);
      track.onOpen(() => options.onKeyWanted());
      track.onMessage((packet) => {
        hear(packet);
        if (asksForKeyframe(packet)) options.onKeyWanted();
      });
      tracks.set('video', track);
    }
    if (offer.audio) {
      const track = addAudio(connection, offer.audio.mid, offer.audio.payloadType);
      track.onMessage(hear);
      tracks.set('audio', track);
    }
    connection.onStateChange((state) => {
      if (isClosed || (state !== 'closed' && state !== 'failed' && state !== 'disconnected')) return;
      close();
      options.onClosed();
    });
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
  const viewer: WhepViewer = {
    answer: publicAddress ? advertiseAddress(answer, publicAddress) : answer,
    videoPayloadType: offer.video?.payloadType,
    audioPayloadType: offer.audio?.payloadType,
    addCandidate(mid, candidate) {
      try {
        connection.addRemoteCandidate(candidate, mid);
      } catch (err) {
        log.warn({ err }, 'candidate ignored');
      }
    },
    send(kind, packets) {
      const track = tracks.get(kind);
      if (isClosed || !track?.isOpen()) return;
      // Datagrams do not queue; what the line cannot carry is lost, and asked for again or not.
      try {
        for (const packet of packets) track.sendMessageBinary(packet);
      } catch (err) {
        log.warn({ err }, 'a viewer could not be sent to');
        close();
        options.onClosed();
      }
    },
    close,
  };
  return { ok: true, viewer };
}
