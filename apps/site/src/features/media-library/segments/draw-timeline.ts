import type { ReadBytes } from '#site/platform/movies/index.ts';
import { shownAt, type Track } from './read-tracks.ts';
import { gridOf, sheetsOf, type TimelineGrid } from './timeline-rules.ts';

type NodeAv = typeof import('node-av');
type Frame = InstanceType<NodeAv['Frame']>;
type CodecParameters = Parameters<InstanceType<NodeAv['CodecContext']>['parametersToContext']>[0];

const QUALITY = 78;
const SAMPLE_BYTES_MAX = 32 * 2 ** 20;
/** A keyframe is used for a position up to this many seconds behind it; otherwise the frames in between are decoded. */
const NEAR_SECONDS = 5;
/** Pictures that are decoded only to get at others, in the whole of a video. */
const BETWEEN_MAX = 3_000;

/** The pictures of a sheet side by side, as planes of brightness and colour. */
function makeSheet(av: NodeAv, { width, height, columns, rows }: TimelineGrid) {
  const [wide, high] = [width * columns, height * rows];
  const planes = Buffer.alloc((wide * high * 3) / 2);
  planes.fill(16, 0, wide * high).fill(128, wide * high);
  const put = (picture: Buffer, nth: number): void => {
    const [left, top] = [(nth % columns) * width, Math.floor(nth / columns) * height];
    let [from, base] = [0, 0];
    for (const part of [1, 2, 2]) {
      const [w, h, line] = [width / part, height / part, wide / part];
      for (let row = 0; row < h; row++) {
        picture.copy(planes, base + (top / part + row) * line + left / part, from, from + w);
        from += w;
      }
      base += line * (high / part);
    }
  };
  const toJpeg = (): Uint8Array => {
    const timeBase = new av.Rational(1, 1_000);
    const format = av.AV_PIX_FMT_YUV420P;
    const frame = av.Frame.fromVideoBuffer(planes, { width: wide, height: high, format, timeBase, pts: 0n });
    const scaler = new av.Scaler();
    try {
      return scaler.toJpegSync(frame, { quality: QUALITY });
    } finally {
      scaler.close();
      frame.free();
    }
  };
  return { put, toJpeg };
}

/** Decodes single pictures of a track, at the file positions that its index gives. */
function makePictureReader(av: NodeAv, parameters: CodecParameters, track: Track, read: ReadBytes) {
  const { samples } = track;
  const context = new av.CodecContext();
  context.allocContext3(av.Codec.findDecoder(av.AV_CODEC_ID_H264));
  av.FFmpegError.throwIfError(context.parametersToContext(parameters), 'parameters');
  context.threadCount = 1;
  av.FFmpegError.throwIfError(context.open2Sync(), 'open');
  const syncs: number[] = [];
  for (let at = 0; at < samples.count; at++) if (samples.isSync[at]) syncs.push(at);
  let between = BETWEEN_MAX;

  /** The last picture decoded from these samples. */
  const decode = (from: number, to: number): Frame | undefined => {
    const packet = new av.Packet();
    let best: Frame | undefined;
    const receive = (): void => {
      for (;;) {
        const frame = new av.Frame();
        frame.alloc();
        if (context.receiveFrameSync(frame) < 0) return frame.free();
        best?.free();
        best = frame;
      }
    };
    packet.alloc();
    for (let at = from; at <= to; at++) {
      if (samples.sizes[at]! > SAMPLE_BYTES_MAX) break;
      packet.data = read(samples.offsets[at]!, samples.sizes[at]!);
      if (context.sendPacketSync(packet) < 0) break;
      receive();
    }
    context.sendPacketSync(null);
    receive();
    context.flushBuffers();
    packet.free();
    return best;
  };

  return {
    /** The picture of a place, or the last one before it that can be had. */
    at(seconds: number): Frame | undefined {
      let key = syncs[0];
      for (const sync of syncs) {
        if (shownAt(track, sync) > seconds) break;
        key = sync;
      }
      if (key === undefined) return undefined;
      let to = key;
      if (seconds - shownAt(track, key) > NEAR_SECONDS)
        while (to + 1 < samples.count && shownAt(track, to + 1) <= seconds && between > 0)
          [to, between] = [to + 1, between - 1];
      return decode(key, to);
    },
    close: () => context.freeContext(),
  };
}

/** Draws the pictures along a video. Where one cannot be decoded the previous one is used. */
export function drawTimeline(
  av: NodeAv,
  source: { readonly parameters: CodecParameters; readonly track: Track; readonly read: ReadBytes },
  video: { readonly seconds: number; readonly width: number; readonly height: number },
): { readonly grid: TimelineGrid; readonly sheets: readonly Uint8Array[] } {
  const grid = gridOf(video.seconds, video);
  const pictures = makePictureReader(av, source.parameters, source.track, source.read);
  const each = grid.columns * grid.rows;
  let last: Buffer | undefined;
  const sheets = Array.from({ length: sheetsOf(grid) }, (_, nth) => {
    const sheet = makeSheet(av, grid);
    for (let at = nth * each; at < Math.min(grid.count, (nth + 1) * each); at++) {
      const frame = pictures.at(Math.min((at + 0.5) * grid.everySeconds, video.seconds));
      if (frame) {
        // NOTE: a scaler keeps its graph for one size, and pictures may change theirs.
        const scaler = new av.Scaler();
        last = scaler.toBufferSync(frame, {
          resize: { width: grid.width, height: grid.height },
          format: 'yuv420p',
        });
        scaler.close();
        frame.free();
      }
      if (last) sheet.put(last, at - nth * each);
    }
    return sheet.toJpeg();
  });
  pictures.close();
  return { grid, sheets };
}
