import { type IngestSocket, openIngestSocket } from './ingest-socket.ts';
import { makePictureEncoder, type PictureEncoder } from './picture-encoder.ts';
import { makeRateControl, type RateControl } from './rate-control.ts';
import { makeSoundEncoder, SOUND_KBPS, type SoundEncoder } from './sound-encoder.ts';
import type { FromEncoder, ToEncoder } from './worker-messages.ts';

/*
 * Encodes and sends one broadcast in a thread of its own, so that neither a busy page nor one that is hidden holds the
 * picture up. One worker for one connection: what went wrong ends with it.
 */

const LOOK_MS = 200;
const STATS_MS = 1_000;
/** A goodbye is given this long to leave. */
const LEAVE_MS = 500;

interface Sending {
  readonly socket: IngestSocket;
  readonly pictures: PictureEncoder;
  readonly sounds: SoundEncoder;
}

let sending: Sending | undefined;
let isReady = false;
let pictureReader: ReadableStreamDefaultReader<VideoFrame> | undefined;
let soundReader: ReadableStreamDefaultReader<AudioData> | undefined;
let soundMicroseconds = 0;
let sentPictures = 0;

const tell = (message: FromEncoder): void => postMessage(message);

function end(): void {
  isReady = false;
  sending?.pictures.close();
  sending?.sounds.close();
  void pictureReader?.cancel().catch(() => {});
  void soundReader?.cancel().catch(() => {});
}

const fail = (): void => {
  end();
  sending?.socket.close();
  tell({ kind: 'failed' });
};

const onPicture = (frame: VideoFrame): void => {
  if (isReady && sending) sending.pictures.encode(frame);
  else frame.close();
};
const onSound = (data: AudioData): void => {
  if (isReady && sending) sending.sounds.encode(data);
  else data.close();
};

/** Reads a track until it ends or another one takes its place. */
async function readAll<T>(reader: ReadableStreamDefaultReader<T>, take: (value: T) => void): Promise<void> {
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    take(value);
  }
}

function watch(socket: IngestSocket, control: RateControl): void {
  setInterval(() => {
    if (isReady && control.look(socket.queuedBytes, performance.now()))
      sending?.pictures.setPlan(control.plan);
  }, LOOK_MS);
  let before = { bytes: 0, pictures: 0, atMs: performance.now() };
  setInterval(() => {
    if (!isReady || !sending || sentPictures === 0) return;
    const now = { bytes: socket.sentBytes, pictures: sentPictures, atMs: performance.now() };
    const seconds = (now.atMs - before.atMs) / 1_000;
    const stats = {
      kbps: Math.round(((now.bytes - before.bytes) * 8) / 1_000 / seconds),
      fps: Math.round((now.pictures - before.pictures) / seconds),
      width: sending.pictures.width,
      height: sending.pictures.height,
      // Nothing is lost on this transport; what does not get through waits.
      lossPercent: 0,
      roundTripMs: 0,
    };
    before = now;
    tell({ kind: 'stats', stats });
  }, STATS_MS);
}

function connect({ url, hasSound, maxKbps, fpsMax }: Extract<ToEncoder, { kind: 'connect' }>): void {
  const soundKbps = hasSound ? SOUND_KBPS : 0;
  const control = makeRateControl(maxKbps, soundKbps, performance.now());
  const socket = openIngestSocket({
    url,
    onOpen: () => socket.say({ hello: { sound: hasSound } }),
    onTold(message) {
      if ('keyframe' in message) sending?.pictures.requestKeyframe();
      if ('move' in message) tell({ kind: 'move', token: message.move });
      if (!('ready' in message)) return;
      isReady = true;
      tell({ kind: 'ready' });
    },
    onClosed(why) {
      end();
      tell({ kind: 'closed', why });
    },
  });
  const payload = { isKey: false, microseconds: 0 };
  const pictures = makePictureEncoder({
    plan: control.plan,
    fpsMax,
    onConfig: (record) => socket.send({ ...payload, kind: 'config', payload: record }),
    onPicture(picture, isKey, microseconds) {
      sentPictures += 1;
      socket.send({ kind: 'picture', isKey, microseconds, payload: picture });
    },
    onFailed: fail,
  });
  const sounds = makeSoundEncoder(
    (packet, microseconds) => socket.send({ kind: 'sound', isKey: false, microseconds, payload: packet }),
    fail,
  );
  sending = { socket, pictures, sounds };
  watch(socket, control);
}

/** Samples of a browser without streams of tracks, each behind the one before. */
function takeSamples({ planes, channels, hz }: Extract<ToEncoder, { kind: 'sound' }>): void {
  const numberOfFrames = planes.length / channels;
  const format = {
    format: 'f32-planar',
    sampleRate: hz,
    numberOfChannels: channels,
    numberOfFrames,
  } as const;
  onSound(
    new AudioData({ ...format, timestamp: soundMicroseconds, data: planes as Float32Array<ArrayBuffer> }),
  );
  soundMicroseconds += Math.round((numberOfFrames * 1e6) / hz);
}

onmessage = ({ data }: MessageEvent<ToEncoder>) => {
  switch (data.kind) {
    case 'connect':
      return connect(data);
    case 'pictures':
      void pictureReader?.cancel().catch(() => {});
      pictureReader = data.readable.getReader();
      sending?.pictures.requestKeyframe();
      return void readAll(pictureReader, onPicture).catch(() => {});
    case 'sounds':
      void soundReader?.cancel().catch(() => {});
      soundReader = data.readable.getReader();
      return void readAll(soundReader, onSound).catch(() => {});
    case 'picture':
      return onPicture(data.frame);
    case 'sound':
      return takeSamples(data);
    case 'leave':
      end();
      sending?.socket.say({ leave: true });
      setTimeout(() => sending?.socket.close(), LEAVE_MS);
  }
};
