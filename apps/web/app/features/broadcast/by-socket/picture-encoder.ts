import { makeTrackClock } from './track-clock.ts';
import type { SendingPlan } from './rate-control.ts';

/** Pictures of a camera in, H.264 behind lengths out. */
export interface PictureEncoder {
  /** Takes the frame and closes it. */
  encode(frame: VideoFrame): void;
  setPlan(plan: SendingPlan): void;
  requestKeyframe(): void;
  readonly width: number;
  readonly height: number;
  close(): void;
}

export interface PictureEncoderOptions {
  readonly plan: SendingPlan;
  readonly fpsMax: number;
  readonly onConfig: (record: Uint8Array) => void;
  readonly onPicture: (picture: Uint8Array, isKey: boolean, microseconds: number) => void;
  readonly onFailed: () => void;
}

/** Late viewers begin at a keyframe, so one comes each two seconds. */
const KEYFRAME_MS = 2_000;
/** Pictures that wait for a slow processor; more than these are left out. */
const WAITING_MAX = 2;

/** Constrained baseline, of the lowest level that has such a picture at 30 a second. */
export const codecFor = (width: number, height: number): string =>
  width * height <= 1_280 * 720 ? 'avc1.42e01f' : 'avc1.42e028';

export const pictureConfig = (
  width: number,
  height: number,
  { kbps }: Pick<SendingPlan, 'kbps'>,
  fps: number,
): VideoEncoderConfig => ({
  codec: codecFor(width, height),
  width,
  height,
  bitrate: kbps * 1_000,
  framerate: fps,
  latencyMode: 'realtime',
  avc: { format: 'avc' },
});

const even = (value: number): number => Math.max(2, 2 * Math.round(value / 2));

const bytesOf = (source: AllowSharedBufferSource): Uint8Array =>
  ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);

export function makePictureEncoder(options: PictureEncoderOptions): PictureEncoder {
  const { fpsMax } = options;
  const clock = makeTrackClock();
  let { plan } = options;
  let size = { width: 0, height: 0 };
  let set: { readonly width: number; readonly height: number; readonly kbps: number } | undefined;
  let isKeyWanted = true;
  let keyMs = -Infinity;
  let encodedMs = -Infinity;

  const encoder = new VideoEncoder({
    output(chunk, metadata) {
      const description = metadata?.decoderConfig?.description;
      if (description) options.onConfig(bytesOf(description).slice());
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      options.onPicture(bytes, chunk.type === 'key', chunk.timestamp);
    },
    error: () => options.onFailed(),
  });

  const adjust = (frame: VideoFrame): void => {
    const width = even(frame.displayWidth * plan.scale);
    const height = even(frame.displayHeight * plan.scale);
    if (set?.width === width && set.height === height && set.kbps === plan.kbps) return;
    // Another size has other parameter sets, with which a decoder must begin.
    if (set?.width !== width || set.height !== height) isKeyWanted = true;
    set = { width, height, kbps: plan.kbps };
    size = { width, height };
    encoder.configure(pictureConfig(width, height, plan, fpsMax));
  };

  return {
    encode(frame) {
      const nowMs = performance.now();
      // A camera that is faster than the highest rate, with some room for uneven pacing.
      const isTooSoon = nowMs - encodedMs < 1_000 / fpsMax - 8;
      if (plan.isHeld || isTooSoon || encoder.state === 'closed' || encoder.encodeQueueSize > WAITING_MAX)
        return frame.close();
      encodedMs = nowMs;
      const placed = new VideoFrame(frame, { timestamp: clock.place(frame.timestamp, nowMs * 1_000) });
      frame.close();
      try {
        adjust(placed);
        const keyFrame = isKeyWanted || nowMs - keyMs >= KEYFRAME_MS;
        if (keyFrame) keyMs = nowMs;
        isKeyWanted = false;
        encoder.encode(placed, { keyFrame });
      } catch {
        options.onFailed();
      }
      placed.close();
    },
    setPlan(next) {
      plan = next;
    },
    requestKeyframe() {
      isKeyWanted = true;
    },
    get width() {
      return size.width;
    },
    get height() {
      return size.height;
    },
    close() {
      if (encoder.state !== 'closed') encoder.close();
    },
  };
}
