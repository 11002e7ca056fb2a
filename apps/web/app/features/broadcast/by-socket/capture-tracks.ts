import type { ToEncoder } from './worker-messages.ts';

/*
 * Hands what a track gives to the encoder's thread: as a stream of the browser's own where there is one, else picture by
 * picture from a video element and sound by sound from the audio graph.
 */

/** Ends the handing over; the track stays the caller's. */
export type StopCapture = () => void;

export type TellEncoder = (message: ToEncoder, transfer: Transferable[]) => void;

/** NOTE: lib.dom does not know it yet. */
type TrackProcessor = new (init: { track: MediaStreamTrack }) => { readonly readable: ReadableStream };

const processorOf = (): TrackProcessor | undefined =>
  (globalThis as { MediaStreamTrackProcessor?: TrackProcessor }).MediaStreamTrackProcessor;

/** Samples that are handed over at once. */
const SAMPLES = 1_024;

function capturePictures(track: MediaStreamTrack, tell: TellEncoder): StopCapture {
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.srcObject = new MediaStream([track]);
  void video.play().catch(() => {});
  let isOver = false;
  const take = () => {
    if (isOver) return;
    const frame = new VideoFrame(video, { timestamp: Math.round(performance.now() * 1_000) });
    tell({ kind: 'picture', frame }, [frame]);
    video.requestVideoFrameCallback(take);
  };
  video.requestVideoFrameCallback(take);
  return () => {
    isOver = true;
    video.srcObject = null;
  };
}

function captureSounds(track: MediaStreamTrack, tell: TellEncoder): StopCapture {
  const context = new AudioContext();
  const source = context.createMediaStreamSource(new MediaStream([track]));
  // NOTE: deprecated, and the one way that every browser has without a file of code for its sound thread.
  const node = context.createScriptProcessor(SAMPLES, 2, 2);
  node.onaudioprocess = ({ inputBuffer }) => {
    const { numberOfChannels: channels, sampleRate: hz, length } = inputBuffer;
    const planes = new Float32Array(channels * length);
    for (let i = 0; i < channels; i++) planes.set(inputBuffer.getChannelData(i), i * length);
    tell({ kind: 'sound', planes, channels, hz }, [planes.buffer]);
  };
  source.connect(node);
  // It only runs while connected to an output; it writes nothing there.
  node.connect(context.destination);
  void context.resume().catch(() => {});
  return () => {
    node.disconnect();
    source.disconnect();
    void context.close().catch(() => {});
  };
}

/** From now on the encoder gets this track in place of the one of its kind before. */
export function captureTrack(track: MediaStreamTrack, tell: TellEncoder): StopCapture {
  const isPicture = track.kind === 'video';
  const Processor = processorOf();
  if (!Processor) return isPicture ? capturePictures(track, tell) : captureSounds(track, tell);
  const { readable } = new Processor({ track });
  tell({ kind: isPicture ? 'pictures' : 'sounds', readable }, [readable]);
  // The encoder drops it when it gets another one, or ends.
  return () => {};
}
