/**
 * Objects of a stream live for seconds, so the engine would let its young generation grow to 128 MiB, a little more
 * with each busy moment, and keep that.
 */
const STEADY_YOUNG = ['--min-semi-space-size=16', '--max-semi-space-size=16'] as const;

/** Parts of a site that run as processes of their own, with their engine flags. */
export const partFlags = {
  database: [],
  media: STEADY_YOUNG,
  sandbox: STEADY_YOUNG,
  'demo publishers': STEADY_YOUNG,
  'demo viewers': STEADY_YOUNG,
  images: ['--max-old-space-size=256'],
  videos: ['--max-old-space-size=256'],
  // It has little of its own at a time; the engine would keep room for much more.
  thumbnails: ['--max-semi-space-size=4'],
  transcode: [],
  remux: [],
} as const satisfies Record<string, readonly string[]>;

export type PartName = keyof typeof partFlags;
