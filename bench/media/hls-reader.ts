/** A reader of low-latency HLS without a decoder: it asks for each playlist and each part. */
export interface HlsReaderOptions {
  /** For example `http://127.0.0.1:8081`. */
  readonly base: string;
  readonly streamName: string;
  readonly token: () => string;
  readonly onAnswer: (status: number, bytes: number) => void;
  readonly signal: AbortSignal;
}

const RETRY_MS = 500;
/** A source that has no next part says so at the latest after this. */
const REQUEST_MS = 10_000;

/** Segment and number of the part that is to come next. */
function nextPart(playlist: string): { msn: string; part: string } | undefined {
  const [, msn, part] = /PRELOAD-HINT:TYPE=PART,URI="part-(\d+)\.(\d+)/.exec(playlist) ?? [];
  return msn && part ? { msn, part } : undefined;
}

/** The newest part that is there; the last name is that of the hint. */
const newestPart = (playlist: string): string | undefined =>
  [...playlist.matchAll(/"(part-[^"]+)"/g)].at(-2)?.[1];

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Reads the source rendition until it is aborted. */
export async function readHls(options: HlsReaderOptions): Promise<void> {
  const { signal } = options;
  const folder = `${options.base}/live/hls/${options.streamName}/source`;
  const get = async (path: string): Promise<Buffer | undefined> => {
    const answer = await fetch(`${folder}/${path}${path.includes('?') ? '&' : '?'}token=${options.token()}`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_MS)]),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    options.onAnswer(answer.status, body.length);
    return answer.ok ? body : undefined;
  };
  let playlist = '';
  while (!signal.aborted) {
    const next = nextPart(playlist);
    const query = next ? `?_HLS_msn=${next.msn}&_HLS_part=${next.part}` : '';
    try {
      playlist = String((await get(`media.m3u8${query}`)) ?? '');
      const part = newestPart(playlist);
      if (part) await get(part);
      else await pause(RETRY_MS);
    } catch {
      playlist = '';
      if (!signal.aborted) await pause(RETRY_MS);
    }
  }
}
