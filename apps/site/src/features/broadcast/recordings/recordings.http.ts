import type { callsByFeature } from '@klieg/contract';
import { AppError, toInstant, type Uuid } from '@klieg/kernel';
import { type Handlers, uuidCursor } from '#site/platform/http/index.ts';
import type { SiteCaller } from '../../sessions/index.ts';
import type { PieceStore } from '../pieces/piece-store.ts';
import type { PublishRecording } from './publish-recording.ts';
import type { RecordingShopDoor } from './recording-shop.ts';
import type { Recording } from '../pieces/recording-store.ts';
import type { Recordings } from './recordings.ts';

export interface RecordingDeps {
  readonly recordings: Recordings;
  readonly publishRecording: PublishRecording;
  readonly shop: RecordingShopDoor;
  readonly pieces: Pick<PieceStore, 'secondsOf'>;
}

/** What a performer recorded: listed, opened, offered, deleted. */
export function makeRecordingHandlers(
  deps: RecordingDeps,
): Pick<
  Handlers<(typeof callsByFeature)['broadcast'], SiteCaller>,
  'listRecordings' | 'deleteRecording' | 'getRecordingUrl' | 'publishRecording'
> {
  const { recordings } = deps;
  return {
    async listRecordings({ query }, { caller }) {
      const account = caller.account!;
      const found = await recordings.list(account.id, uuidCursor(query.cursor), query.limit + 1);
      const shown = found.slice(0, query.limit);
      const ids = shown.map(({ id }) => id);
      const published = await deps.shop.open()?.listOf(account, ids);
      const isWritten = ({ state }: Recording) => state === 'recording' || state === 'processing';
      const written = await deps.pieces.secondsOf(shown.filter(isWritten).map(({ id }) => id));
      const items = await Promise.all(
        shown.map(async (recording) => {
          const media = published?.get(recording.id);
          return {
            id: recording.id,
            kind: recording.kind,
            is_clip: recording.isClip,
            started_at: toInstant(recording.startedAt),
            duration: recording.durationMs === null ? null : recording.durationMs / 1000,
            size_bytes: recording.sizeBytes,
            thumbnail_url: (await recordings.pathOf(account.id, recording.id, 'poster')) ?? null,
            state: recording.state,
            written: written.get(recording.id) ?? null,
            playlist_url: written.has(recording.id) ? `/files/recordings/${recording.id}/index.m3u8` : null,
            gaps: recording.gaps.map(([from, to]) => ({ from, to })),
            show_id: recording.showId,
            co_show_id: recording.coShowId,
            media_id: media?.mediaId ?? null,
            media_status: media?.status ?? null,
            media_reject_reason: media?.rejectReason ?? null,
            media_url: media?.url ?? null,
          };
        }),
      );
      return { items, next_cursor: found.length > query.limit ? items.at(-1)!.id : null };
    },
    async deleteRecording({ params }, { caller }) {
      if (!(await recordings.remove(caller.account!.id, params.id as Uuid)))
        throw new AppError('common.not_found');
      return { status: 1 };
    },
    async getRecordingUrl({ params }, { caller }) {
      const url = await recordings.pathOf(caller.account!.id, params.id as Uuid, 'video');
      if (!url) throw new AppError('common.not_found');
      return { url };
    },
    async publishRecording({ params, body }, { caller }) {
      const mediaId = await deps.publishRecording(caller.account!, params.id as Uuid, {
        name: body.name,
        tokenPrice: body.token_price,
        fanLevel: body.fanclub_access_level,
        tags: body.tags,
      });
      return { status: 1, media_id: mediaId };
    },
  };
}
