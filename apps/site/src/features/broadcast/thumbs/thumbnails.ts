import { internalMediaKey, type ThumbForm } from '@klieg/contract/media';

const FRESH_MS = 10_000;
const KEPT_MAX = 2_000;

interface Picture {
  readonly bytes: Buffer;
  readonly at: number;
}

/** Live pictures of rooms, fetched from the media process and kept for ten seconds. */
export interface Thumbnails {
  /** At most as wide as requested, since none is wider than the source; undefined when there is none (yet). */
  find(streamName: string, form: ThumbForm): Promise<Buffer | undefined>;
}

export function makeThumbnails(deps: {
  readonly mediaUrl: () => string | undefined;
  readonly secret: Uint8Array;
}): Thumbnails {
  const kept = new Map<string, Picture>();
  const running = new Map<string, Promise<Buffer | undefined>>();

  const fetchPicture = async (
    key: string,
    streamName: string,
    { width, kind }: ThumbForm,
  ): Promise<Buffer | undefined> => {
    const base = deps.mediaUrl();
    if (!base) return undefined;
    try {
      const response = await fetch(`${base}/internal/thumb/${streamName}?w=${width}&kind=${kind}`, {
        headers: { 'x-internal-secret': internalMediaKey(deps.secret) },
        signal: AbortSignal.timeout(2_000),
      });
      if (!response.ok) return undefined;
      const bytes = Buffer.from(await response.arrayBuffer());
      kept.delete(key);
      if (kept.size >= KEPT_MAX) kept.delete(kept.keys().next().value!);
      kept.set(key, { bytes, at: Date.now() });
      return bytes;
    } catch {
      // The media process is away; the placeholder replaces it until it is back.
      return undefined;
    }
  };

  return {
    find(streamName, form) {
      const key = `${streamName} ${form.width} ${form.kind}`;
      const picture = kept.get(key);
      if (picture && Date.now() - picture.at < FRESH_MS) return Promise.resolve(picture.bytes);
      const known = running.get(key);
      if (known) return known;
      const run = fetchPicture(key, streamName, form).finally(() => running.delete(key));
      running.set(key, run);
      return run;
    },
  };
}
