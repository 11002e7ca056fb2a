import type { Broadcasts } from '../broadcasts/broadcasts.ts';
import type { AttachResult } from '../broadcasts/source-slot.ts';
import type { PublishClaims } from '../control/access.ts';
import type { TellFact } from '../control/facts.ts';
import type { Source } from '../ingest/source.ts';
import type { RtmpAuthorization, RtmpConnection, RtmpPublication } from '../rtmp/index.ts';

export interface RtmpPublishingOptions {
  /** The claims behind a stream key, requested from the site; undefined: unknown key. */
  readonly claimsOf: (key: string) => Promise<PublishClaims | undefined>;
  readonly broadcasts: Broadcasts;
  readonly tell: TellFact;
}

const REFUSALS = { conflict: 'already_live', stopped: 'wrong_state', full: 'unavailable' } as const;

function publicationOf(
  slot: Extract<AttachResult, { ok: true }>['slot'],
  { broadcastId, streamName }: PublishClaims,
  tell: TellFact,
): RtmpPublication {
  const { media, meter } = slot;
  return {
    onVideo: (unit) => media.onVideo(unit),
    onAudioFormat: (format) => media.onAudioFormat(format),
    onAudio: (unit) => media.onAudio(unit),
    onBytes: (count) => meter.onBytes(count),
    onClosed: (reason) => (reason === 'left' ? slot.onLeft() : slot.onClosed()),
    onRefused: (code, text) => tell({ kind: 'refused', broadcastId, streamName, code, text }),
  };
}

/** Connects RTMP publishers to broadcasts: the key is checked before any media is read. */
export function makeRtmpAuthorize(options: RtmpPublishingOptions) {
  return async (key: string, connection: RtmpConnection): Promise<RtmpAuthorization> => {
    const claims = await options.claimsOf(key);
    if (!claims) return { ok: false, reason: 'bad_key' };
    const source: Source = {
      tech: 'rtmp',
      get lastMediaMs() {
        return connection.lastMediaMs;
      },
      tick() {},
      // RTMP knows no such message; the encoder's own interval has to do.
      requestKeyframe() {},
      close: () => connection.close(),
    };
    const attached = options.broadcasts.attach(claims, source);
    if (!attached.ok) return { ok: false, reason: REFUSALS[attached.reason] };
    return { ok: true, publication: publicationOf(attached.slot, claims, options.tell) };
  };
}
