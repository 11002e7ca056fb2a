import type { Room } from '@klieg/contract';
import type { VoyeurCamera } from '@klieg/contract/features/voyeur/limits';
import { MEDIA_TOKEN_MS, type MediaClaims, type PreviewClaim, signMediaToken } from '@klieg/contract/media';
import { AppError, type Clock } from '@klieg/kernel';
import { askTogether } from '#site/platform/postgres/index.ts';
import type { Account } from '../../identity/index.ts';
import { modeOf, type RoomRow, type WatchAsk } from '../../rooms/index.ts';
import type { SiteCaller } from '../../sessions/index.ts';
import type { Houses } from './houses.ts';
import {
  decideCamera,
  decidePlay,
  isShowing,
  mayPreview,
  type PlayDecision,
  type PlayFacts,
} from './play-rules.ts';
import type { ReadPlayFacts } from './read-play-facts.ts';
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

/** Grants the right to watch; only this server decides it (S10, S211). */
export interface StreamTokens {
  /**
   * The grant of a caller for a room now. @param filter ids of renditions that the token is bound to
   * @throws rooms.offline, rooms.password_required, rooms.card_required or broadcast.not_entitled where nothing may be seen
   */
  grant(row: RoomRow, owner: Account, caller: SiteCaller, filter?: readonly string[]): Promise<PlayGrant>;
  /** The same, undefined where nothing may be seen. */
  find(row: RoomRow, owner: Account, caller: SiteCaller): Promise<PlayGrant | undefined>;
  /** The same of many callers in the order of the asks; how many they are changes no number of questions. */
  findMany(asks: readonly WatchAsk[]): Promise<readonly (PlayGrant | undefined)[]>;
  /**
   * A grant of mode spy for this many seconds of the low rendition of a running private, undefined where that cannot be
   * seen now. The caller decides who may spy.
   */
  findPreview(
    row: RoomRow,
    owner: Account,
    caller: SiteCaller,
    preview: PreviewClaim,
  ): Promise<PlayGrant | undefined>;
  /**
   * The same for the camera that everybody sees in a house, by the time that the caller has there.
   * @throws rooms.offline, rooms.password_required, rooms.card_required or broadcast.not_entitled
   */
  grantCamera(row: RoomRow, owner: Account, caller: SiteCaller, camera?: VoyeurCamera): Promise<PlayGrant>;
  /**
   * For whatever the room shows, without a seat, a price or a count (S213). The caller decides who may.
   * @throws rooms.offline
   */
  grantForHouse(row: RoomRow, caller: SiteCaller): PlayGrant;
  /** The part `stream` of each room's HTTP answer, and whether the caller needs a card there and has none on file. */
  present(asks: readonly WatchAsk[]): Promise<readonly PresentedStream[]>;
}

interface PresentedStream {
  readonly stream: Room['stream'];
  readonly isCardMissing: boolean;
}

const RENDITIONS = 4;
/** The only rendition of a camera. */
const SOURCE = 'source';

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

/** Whether the picture is nearer to 4:3; an unknown one counts as 16:9 (CONSTANTS-061). */
const isTall = ({ width, height }: RoomRow): boolean =>
  width !== null && height !== null && width / height < 1.5;

/** The part `stream` of a room for somebody with this grant, or with none. */
const describeStream = (
  { row, owner }: Pick<WatchAsk, 'row' | 'owner'>,
  edgeHost: string,
  granted: PlayGrant | undefined,
  isAgeMissing: boolean,
): Room['stream'] => ({
  ...emptyStream,
  edge_servers: [edgeHost],
  stream_name: granted?.streamName ?? null,
  token: granted?.token ?? null,
  width: row.width,
  height: row.height,
  renditions: granted ? describeRenditions(row, granted.renditions) : [],
  urls: granted?.urls ?? null,
  ratio: isAgeMissing || isTall(row) ? '4:3' : '16:9',
  audio_only: owner.settings.audio_only,
  encoder: row.streamingTech,
});

/** What a token says about somebody who may watch. */
const rightOf = (
  { mode, meterId }: Extract<PlayDecision, { readonly mode: unknown }>,
  { settings }: Pick<Account, 'settings'>,
): Pick<PlayClaims, 'mode' | 'meter' | 'mayGoBack'> => ({
  mode,
  ...(meterId && { meter: { meterId } }),
  // A show has no past to see, and paid time never includes it.
  ...(mode === 'public' && !meterId && settings.dvr_minutes > 0 && { mayGoBack: true }),
});

export function makeStreamTokens(deps: {
  readonly secret: Uint8Array;
  readonly clock: Clock;
  /** Name of this process's clock in tokens. */
  readonly clockName: string;
  readonly readFacts: ReadPlayFacts;
  readonly houses: Pick<Houses, 'findRight'>;
  /** Ids of the renditions that a broadcast has now, best first. */
  readonly renditionsOf: (broadcastId: string | null) => readonly string[];
  /** Host that pages reach the edge at. */
  readonly edgeHost: string;
}): StreamTokens {
  const { readFacts } = deps;
  /** Pages that come in together are asked for together. */
  const readOne = askTogether(readFacts);

  const sign = (
    row: RoomRow,
    caller: SiteCaller,
    right: Pick<PlayClaims, 'mode' | 'renditions' | 'preview' | 'meter' | 'mayGoBack'>,
  ): PlayGrant => {
    // A viewer with a right to watch always gets a stream with a name.
    const streamName = row.streamName!;
    const expiresAt = deps.clock.now() + MEDIA_TOKEN_MS;
    const made = { clock: deps.clockName, expiresAt };
    const claims = { use: 'play', streamName, session: caller.sessionId, ...right, ...made } as const;
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
      renditions: (row.broadcastId === null ? [SOURCE] : deps.renditionsOf(row.broadcastId)).filter(
        (id) => right.renditions === undefined || right.renditions.includes(id),
      ),
    };
  };

  const grantByFacts = ({ row, owner, caller }: WatchAsk, facts: PlayFacts): PlayGrant | undefined => {
    const decision = decidePlay(row, caller, facts);
    return 'refusal' in decision ? undefined : sign(row, caller, rightOf(decision, owner));
  };

  const findMany: StreamTokens['findMany'] = async (asks) => {
    const facts = await readFacts(asks);
    return asks.map((ask, index) => grantByFacts(ask, facts[index]!));
  };

  return {
    findMany,
    async grant(row, owner, caller, filter) {
      const decision = decidePlay(row, caller, await readOne({ row, owner, caller }));
      if ('refusal' in decision) throw new AppError(decision.refusal);
      return sign(row, caller, { ...rightOf(decision, owner), ...(filter && { renditions: filter }) });
    },
    async find(row, owner, caller) {
      const ask = { row, owner, caller };
      return grantByFacts(ask, await readOne(ask));
    },
    async findPreview(row, owner, caller, preview) {
      const low = lowRendition(row.height, deps.renditionsOf(row.broadcastId));
      if (low === undefined) return undefined;
      if (!mayPreview(row, caller, await readOne({ row, owner, caller }))) return undefined;
      return sign(row, caller, { mode: 'spy', renditions: [low], preview });
    },
    async grantCamera(row, owner, caller, camera) {
      const refusal = decideCamera(row, caller, await readOne({ row, owner, caller }));
      if (refusal) throw new AppError(refusal);
      const right = await deps.houses.findRight(owner, caller, camera);
      if (!right) throw new AppError('broadcast.not_entitled');
      const { streamName, ...counted } = right;
      return sign({ ...row, streamName }, caller, { mode: 'spy', renditions: [SOURCE], ...counted });
    },
    grantForHouse(row, caller) {
      if (!isShowing(row)) throw new AppError('rooms.offline');
      return sign(row, caller, { mode: modeOf(row) });
    },
    async present(asks) {
      const facts = await readFacts(asks);
      return asks.map((ask, index) => ({
        stream: describeStream(
          ask,
          deps.edgeHost,
          grantByFacts(ask, facts[index]!),
          facts[index]!.isAgeMissing,
        ),
        isCardMissing: facts[index]!.isCardMissing,
      }));
    },
  };
}
