import type {
  MediaCard,
  MediaDetail,
  MediaEdit,
  MediaItem,
  MediaPart,
  MediaTimeline,
  UploadedItem,
} from '@klieg/contract';
import { toInstant } from '@klieg/kernel';
import type { AgeGate } from '../age-check/index.ts';
import type { Sites } from '../brand/index.ts';
import { accountKey } from '../identity/index.ts';
import type { StatusBoard } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { ItemStore, KeptItem } from './item-store.ts';
import type { SignedFiles } from './media-files.ts';
import { ageMarks, opens, slugOf } from './media-rules.ts';
import type { MediaStore } from './media-store.ts';
import type { MediaView } from './read-media.ts';
import { sheetsOf } from './segments/timeline-rules.ts';
import type { StreamTokens } from './stream-tokens.ts';
import type { KeptVideo, VideoStore } from './video-store.ts';

type Videos = ReadonlyMap<number, KeptVideo>;

/** The person an address of a file is made for. */
export const viewerOf = ({ account }: SiteCaller): string => (account ? accountKey(account.id) : 'guest');

const TYPE_NAMES = { 1: 'pictures', 2: 'videos' } as const;
const secondsOf = (ms: number | null): number | null => (ms === null ? null : Math.round(ms / 1_000));

/**
 * What somebody may not see of a file, whatever their right: their age has to be checked first, or the site shows
 * nothing explicit.
 */
interface Sight {
  readonly isAgeMissing: boolean;
  readonly hidesExplicit: boolean;
  readonly viewer: string;
}

export type PresentMedia = ReturnType<typeof makePresentMedia>;

/** Media as the wire has them, for one person. */
export function makePresentMedia(deps: {
  readonly items: Pick<ItemStore, 'listOfMedia'>;
  readonly media: Pick<MediaStore, 'consentsOf'>;
  readonly files: SignedFiles;
  readonly videos: Pick<VideoStore, 'listOf'>;
  readonly streams: Pick<StreamTokens, 'make'>;
  readonly board: Pick<StatusBoard, 'of'>;
  readonly gate: Pick<AgeGate, 'isMissing'>;
  readonly sites: Pick<Sites, 'brandOf'>;
  readonly playlistsWith: (caller: SiteCaller, mediaId: number) => Promise<readonly number[]>;
  readonly now: () => number;
}) {
  const { files } = deps;

  const sightOf = async (caller: SiteCaller): Promise<Sight> => ({
    isAgeMissing: await deps.gate.isMissing(caller, 'media'),
    hidesExplicit: deps.sites.brandOf(caller.site).custom.hide_explicit,
    viewer: viewerOf(caller),
  });

  const coverOf = ({ media, access }: MediaView, sight: Sight): string => {
    const fileId = media.coverFile;
    // Nothing of it is left.
    if (fileId === null) return '';
    if (opens(access) && !sight.isAgeMissing)
      return files.urlOf({ fileId, typeId: media.typeId }, 'thumb', sight.viewer);
    const isShown = media.coverSafe && !sight.hidesExplicit;
    return isShown ? files.coverUrlOf(fileId) : files.blurredUrlOf(fileId);
  };

  const card = (view: MediaView, sight: Sight): MediaCard => {
    const { media, owner } = view;
    const since = media.liveAt ?? media.createdAt;
    const slug = slugOf(media.name);
    return {
      id: media.id,
      user_id: owner.id,
      username: owner.username,
      user_display_name: owner.displayName,
      slug,
      name: media.name,
      thumbnail_url: coverOf(view, sight),
      token_price: media.tokenPrice,
      item_count: media.itemCount,
      type_id: media.typeId,
      type_name: media.isRecording ? 'recording' : TYPE_NAMES[media.typeId],
      duration: media.typeId === 2 ? secondsOf(media.durationMs) : null,
      muted: media.isMuted,
      fanclub_access_level: media.fanLevel,
      created_at: toInstant(since),
      user_status: deps.board.of(owner.username)?.status ?? 'offline',
      is_free_no_auth: media.isFreeNoAuth,
      final_price: view.price,
      owned: view.isOwner || view.hasBought,
      access_type: view.access,
      ...ageMarks(since, deps.now()),
      url: `/${owner.username}/media/${slug}/${media.id}`,
    };
  };

  const item = (view: MediaView, sight: Sight): MediaItem => ({
    ...card(view, sight),
    description: view.media.description,
    tags: [...view.media.tags],
    ratings: ratingsOf(view.media),
  });

  const timelineOf = (video: KeptVideo | undefined, sight: Sight): MediaTimeline | null => {
    if (!video?.grid) return null;
    const { everySeconds, ...grid } = video.grid;
    const sheets = Array.from({ length: sheetsOf(grid) }, (_, nth) =>
      files.sheetUrlOf(video.fileId, nth, sight.viewer),
    );
    return { every_seconds: everySeconds, ...grid, sheets };
  };

  const part = (
    kept: KeptItem,
    view: MediaView,
    { sight, video }: { readonly sight: Sight; readonly video: KeptVideo | undefined },
  ): MediaPart => {
    const isOpen = opens(view.access) && !sight.isAgeMissing;
    return {
      id: kept.id,
      is_video: kept.typeId === 2,
      width: kept.width ?? 0,
      height: kept.height ?? 0,
      duration: secondsOf(kept.durationMs),
      thumbnail_url: isOpen ? files.urlOf(kept, 'thumb', sight.viewer) : files.blurredUrlOf(kept.fileId),
      url: isOpen ? files.urlOf(kept, 'whole', sight.viewer) : null,
      timeline: isOpen ? timelineOf(video, sight) : null,
    };
  };

  /** The address of all its videos as one stream, if each of them can be segmented. */
  const streamOf = (
    view: MediaView,
    parts: readonly KeptItem[],
    {
      sight,
      videos,
      caller,
    }: { readonly sight: Sight; readonly videos: Videos; readonly caller: SiteCaller },
  ): Pick<MediaDetail, 'stream_url' | 'stream_until'> => {
    const isStream =
      opens(view.access) &&
      !sight.isAgeMissing &&
      view.media.typeId === 2 &&
      parts.length > 0 &&
      parts.every(({ id }) => videos.get(id)?.hasSegments);
    if (!isStream) return { stream_url: null, stream_until: null };
    const { token, until } = deps.streams.make(view.media.id, caller);
    return {
      stream_url: `/live/vod/${view.media.id}/index.m3u8?token=${token}`,
      stream_until: toInstant(until),
    };
  };

  type Neighbours = Pick<MediaDetail, 'prev_id' | 'next_id'>;
  const NO_NEIGHBOURS: Neighbours = { prev_id: null, next_id: null };

  const detailAll = async (views: readonly MediaView[], caller: SiteCaller) => {
    const ids = views.map(({ media }) => media.id);
    const [sight, kept, consents] = await Promise.all([
      sightOf(caller),
      deps.items.listOfMedia(ids),
      deps.media.consentsOf(ids),
    ]);
    const videos: Videos = await deps.videos.listOf(
      kept.filter(({ typeId }) => typeId === 2).map(({ id }) => id),
    );
    return views.map((view) => {
      const parts = kept.filter(({ mediaId }) => mediaId === view.media.id);
      const named = consents.filter(({ media }) => media === view.media.id);
      return {
        named,
        detail: {
          ...item(view, sight),
          is_video: view.media.typeId === 2,
          user_avatar: view.owner.avatarUrl,
          price: view.price,
          ...streamOf(view, parts, { sight, videos, caller }),
          items: parts.map((one) => part(one, view, { sight, video: videos.get(one.id) })),
          playlists: [] as number[],
          ...NO_NEIGHBOURS,
          co_performers: named.map(({ name }) => name),
          can_edit: view.isOwner,
        } satisfies MediaDetail,
      };
    });
  };

  return {
    async cards(views: readonly MediaView[], caller: SiteCaller): Promise<MediaCard[]> {
      const sight = await sightOf(caller);
      return views.map((view) => card(view, sight));
    },
    async items(views: readonly MediaView[], caller: SiteCaller): Promise<MediaItem[]> {
      const sight = await sightOf(caller);
      return views.map((view) => item(view, sight));
    },
    async detail(view: MediaView, caller: SiteCaller, neighbours = NO_NEIGHBOURS): Promise<MediaDetail> {
      const [[presented], playlists] = await Promise.all([
        detailAll([view], caller),
        deps.playlistsWith(caller, view.media.id),
      ]);
      return { ...presented!.detail, playlists: [...playlists], ...neighbours };
    },
    async edits(views: readonly MediaView[], caller: SiteCaller): Promise<MediaEdit[]> {
      const presented = await detailAll(views, caller);
      return presented.map(({ detail, named }, at) => {
        const { media } = views[at]!;
        return {
          ...detail,
          status: media.status === 'review' && media.isPreparing ? ('encoding' as const) : media.status,
          reject_reason: media.rejectReason,
          sales: media.sales,
          consent_ids: named.map(({ id }) => id),
          cover_item: media.coverItem,
          cover_safe: media.coverSafe,
        };
      });
    },
    uploaded: (kept: KeptItem, caller: SiteCaller): UploadedItem => ({
      id: kept.id,
      state: kept.state,
      type_id: kept.typeId,
      file_name: kept.fileName,
      thumbnail_url: kept.state === 'ready' ? files.urlOf(kept, 'thumb', viewerOf(caller)) : null,
      width: kept.width,
      height: kept.height,
      duration: secondsOf(kept.durationMs),
      error: kept.error,
      created_at: toInstant(kept.createdAt),
    }),
  };
}

/** Stars as a part of a hundred. */
export const ratingsOf = ({
  starsSum,
  starsCount,
}: {
  readonly starsSum: number;
  readonly starsCount: number;
}) => ({
  average: starsCount === 0 ? 0 : Math.round((starsSum * 20) / starsCount),
  count: starsCount,
});
