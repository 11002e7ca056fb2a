import type { Room } from '@klieg/contract';
import { MEDIA_TOKEN_MS, type MediaClaims, type PreviewClaim, signMediaToken } from '@klieg/contract/media';
import { type AccountId, AppError, type Clock } from '@klieg/kernel';
import { type Account, isCardMissing } from '../identity/index.ts';
import { type HasPassed, isAtHome, type ReadWatchRight, type RoomRow } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { lowRendition } from './spy-preview-rules.ts';

type PlayClaims = Extract<MediaClaims, { use: 'play' }>;

export interface PlayGrant {
  readonly streamName: string;
  readonly token: string;
  readonly expiresAt: number;
  readonly mode: PlayClaims['mode'];
  readonly urls: { readonly ws: string; readonly hls: string; readonly whep: string };
  readonly renditions: readonly string[];
}

/** Grants the right to watch, as this server alone decides it (S10, S211). */
export interface StreamTokens {
  /**
   * The grant of a caller for a room now. @param filter ids of renditions that the token is bound to
   * @throws rooms.offline, rooms.password_required, rooms.card_required or broadcast.not_entitled where nothing may be seen
   */
  grant(row: RoomRow, owner: Account, caller: SiteCaller, filter?: readonly string[]): Promise<PlayGrant>;
  /** The same, undefined where nothing may be seen. */
  find(row: RoomRow, owner: Account, caller: SiteCaller): Promise<PlayGrant | undefined>;
  /**
   * A grant of mode spy for so many seconds of the low rendition of a running private, undefined where
   * that cannot be seen now. Who may spy is for the caller to decide.
   */
  findPreview(
    row: RoomRow,
    owner: Account,
    caller: SiteCaller,
    preview: PreviewClaim,
  ): Promise<PlayGrant | undefined>;
  /** The part `stream` of a room's HTTP answer. */
  present(row: RoomRow, owner: Account, caller: SiteCaller): Promise<Room['stream']>;
  /** Whether a card is asked of the caller in this room and none is on file. */
  isCardMissing(owner: Account, caller: SiteCaller): Promise<boolean>;
}

const RENDITIONS = 4;

/** The part `stream` of a room without a picture. */
export const emptyStream: Room['stream'] = {
  edge_servers: [],
  ffmpeg_server: null,
  ingest_server: null,
  origin_server: null,
  stream_name: null,
  token: null,
  width: null,
  height: null,
  quality_renditions: RENDITIONS,
  renditions: [],
  urls: null,
  ratio: '16:9',
  audio_only: false,
  encoder: 'webrtc',
};
const RENDITION_KBPS: Readonly<Record<string, number>> = { '480p': 1_200, '360p': 700, '240p': 300 };
const SOURCE_KBPS = 2_500;

/** Sizes of the renditions of a source, as the packager makes them. */
function describeRenditions(row: RoomRow, ids: readonly string[]): Room['stream']['renditions'] {
  const { width, height } = row;
  if (width === null || height === null) return [];
  return ids
    .filter((id) => id !== 'audio')
    .map((id) => {
      const own = id === 'source' ? height : Number.parseInt(id, 10);
      return {
        id,
        width: id === 'source' ? width : 2 * Math.round((width * own) / height / 2),
        height: own,
        bitrate_kbps: RENDITION_KBPS[id] ?? SOURCE_KBPS,
      };
    });
}

/** There is a picture under a name, of whatever show. */
const isShowing = ({ status, streamName }: RoomRow): boolean =>
  streamName !== null && (status === 'online' || status === 'private' || status === 'limited');

export function makeStreamTokens(deps: {
  readonly secret: Uint8Array;
  readonly clock: Clock;
  readonly hasPassed: HasPassed;
  readonly readWatchRight: ReadWatchRight;
  readonly hasCard: (id: AccountId) => Promise<boolean>;
  /** Ids of the renditions that a broadcast has now, best first. */
  readonly renditionsOf: (broadcastId: string | null) => readonly string[];
  /** Host that pages reach the edge at. */
  readonly edgeHost: string;
}): StreamTokens {
  const { hasPassed } = deps;
  const lacksCard: StreamTokens['isCardMissing'] = async (owner, caller) => {
    const { account } = caller;
    // Asked of few: the cards are read only where the answer depends on them.
    if (!isCardMissing(account, false) || isAtHome(owner, caller)) return false;
    return isCardMissing(account, await deps.hasCard(account!.id));
  };

  const sign = (
    row: RoomRow,
    caller: SiteCaller,
    streamName: string,
    right: Pick<PlayClaims, 'mode' | 'renditions' | 'preview'>,
  ): PlayGrant => {
    const expiresAt = deps.clock.now() + MEDIA_TOKEN_MS;
    const claims = { use: 'play', streamName, session: caller.sessionId, ...right, expiresAt } as const;
    return {
      streamName,
      token: signMediaToken(deps.secret, claims),
      expiresAt,
      mode: right.mode,
      urls: {
        ws: `/live/ws/${streamName}`,
        hls: `/live/hls/${streamName}/index.m3u8`,
        whep: `/live/whep/${streamName}`,
      },
      renditions: deps
        .renditionsOf(row.broadcastId)
        .filter((id) => right.renditions === undefined || right.renditions.includes(id)),
    };
  };

  const grant: StreamTokens['grant'] = async (row, owner, caller, filter) => {
    if (!(await hasPassed(owner, caller))) throw new AppError('rooms.password_required');
    if (row.status === 'offline') throw new AppError('rooms.offline');
    if (await lacksCard(owner, caller)) throw new AppError('rooms.card_required');
    const { rule, seatMode } = await deps.readWatchRight(row, owner, caller);
    if (rule.stream === 'none') throw new AppError('broadcast.not_entitled');
    if (!isShowing(row) || caller.isSuspended) throw new AppError('rooms.offline');
    return sign(row, caller, row.streamName!, { mode: seatMode, ...(filter && { renditions: filter }) });
  };

  const find: StreamTokens['find'] = async (row, owner, caller) => {
    try {
      return await grant(row, owner, caller);
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  };

  return {
    grant,
    find,
    isCardMissing: lacksCard,
    async findPreview(row, owner, caller, preview) {
      const low = lowRendition(row.height, deps.renditionsOf(row.broadcastId));
      if (!isShowing(row) || low === undefined) return undefined;
      if (!(await deps.readWatchRight(row, owner, caller)).rule.preview) return undefined;
      if (caller.isSuspended || !(await hasPassed(owner, caller)) || (await lacksCard(owner, caller)))
        return undefined;
      return sign(row, caller, row.streamName!, { mode: 'spy', renditions: [low], preview });
    },
    async present(row, owner, caller) {
      const granted = await find(row, owner, caller);
      return {
        ...emptyStream,
        edge_servers: [deps.edgeHost],
        stream_name: granted?.streamName ?? null,
        token: granted?.token ?? null,
        width: row.width,
        height: row.height,
        renditions: granted ? describeRenditions(row, granted.renditions) : [],
        urls: granted?.urls ?? null,
        ratio: row.width !== null && row.height !== null && row.width / row.height < 1.5 ? '4:3' : '16:9',
        encoder: row.streamingTech,
      };
    },
  };
}
