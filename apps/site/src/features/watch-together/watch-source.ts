import type { AccountId, Uuid } from '@klieg/kernel';
import { type BroadcastFeature, RECORDING_OPEN_MS } from '../broadcast/index.ts';
import type { TicketShowsFeature } from '../ticket-shows/index.ts';

/** A video that two may watch together. */
export interface Watchable {
  /** As the calls name it: the id of a recording. */
  readonly id: string;
  /** At most 80 characters; empty if it has none. */
  readonly name: string;
  readonly kind: 'recording' | 'ticket_show';
  readonly durationMs: number;
  readonly createdAt: Date;
}

/** Who watches: the payer of a private, and the performer. */
export interface WatchPair {
  readonly payerId: AccountId;
  readonly ownerId: AccountId;
}

/**
 * What two may watch together: videos of the performer that she may show, and those of hers that the payer owns. No
 * rights are lent: what one of them may not play is left out. Other sources of videos, such as a media library, join
 * here.
 */
export interface WatchSource {
  /** Newest first; `before` is the id of the last that was listed. */
  list(
    pair: WatchPair,
    page: { readonly before: Uuid | undefined; readonly limit: number },
  ): Promise<readonly Watchable[]>;
  /** Undefined for what does not exist, or may not be watched together. */
  find(pair: WatchPair, mediaId: string): Promise<Watchable | undefined>;
  /** An address that plays it, each time a new one, and until when it holds, in Unix milliseconds. */
  open(
    pair: WatchPair,
    mediaId: string,
  ): Promise<{ readonly url: string; readonly until: number } | undefined>;
}

/** Longest title that goes over the wire. */
const NAME_MAX = 80;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

/** Recordings of the performer's public streams, and of those ticket shows whose recording the payer has bought. */
export function makeRecordingSource(deps: {
  readonly recordings: Pick<BroadcastFeature['showRecordings'], 'listReady' | 'find' | 'pathOf'>;
  readonly listPaid: TicketShowsFeature['listPaidRecordings'];
  /** Unix milliseconds. */
  readonly now: () => number;
}): WatchSource {
  const { recordings } = deps;
  type Recording = Awaited<ReturnType<typeof recordings.listReady>>[number];

  const paidOf = async ({ payerId, ownerId }: WatchPair) =>
    new Map((await deps.listPaid(payerId, ownerId)).map(({ showId, message }) => [showId, message]));

  const watchableOf = (recording: Recording, paid: ReadonlyMap<Uuid, string>): Watchable => {
    const message = recording.showId === null ? undefined : paid.get(recording.showId);
    return {
      id: recording.id,
      name: [...(message ?? '')].slice(0, NAME_MAX).join(''),
      kind: recording.showId === null ? 'recording' : 'ticket_show',
      durationMs: recording.durationMs!,
      createdAt: recording.startedAt,
    };
  };

  const find: WatchSource['find'] = async (pair, mediaId) => {
    const recording = UUID.test(mediaId) ? await recordings.find(mediaId as Uuid) : undefined;
    if (recording?.accountId !== pair.ownerId || recording.state !== 'ready') return undefined;
    if (recording.videoBlob === null || !recording.durationMs) return undefined;
    const paid = await paidOf(pair);
    const isTheirs = recording.showId === null ? recording.kind === 'public' : paid.has(recording.showId);
    return isTheirs ? watchableOf(recording, paid) : undefined;
  };

  return {
    find,
    async list(pair, page) {
      const paid = await paidOf(pair);
      const found = await recordings.listReady(pair.ownerId, [...paid.keys()], page);
      return found.map((recording) => watchableOf(recording, paid));
    },
    async open(pair, mediaId) {
      const video = await find(pair, mediaId);
      const until = deps.now() + RECORDING_OPEN_MS;
      const url = video && (await recordings.pathOf(pair.ownerId, video.id as Uuid, 'video'));
      return url === undefined ? undefined : { url, until };
    },
  };
}
