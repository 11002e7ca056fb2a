import type { Room } from '@klieg/contract';
import { MEDIA_TOKEN_MS, signMediaToken } from '@klieg/contract/media';
import type { Clock } from '@klieg/kernel';
import type { RoomRow } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';

export interface PlayGrant {
  readonly streamName: string;
  readonly token: string;
  readonly expiresAt: number;
  readonly urls: { readonly ws: string; readonly hls: null; readonly whep: null };
}

/** Grants the right to watch, as this server alone decides it (S10, S211). */
export interface StreamTokens {
  /** The grant of a caller for a room now, or undefined where nothing may be seen. */
  grant(row: RoomRow, caller: SiteCaller): PlayGrant | undefined;
  /** The part `stream` of a room's HTTP answer. */
  present(row: RoomRow, caller: SiteCaller): Room['stream'];
}

const RENDITIONS = 4;

export function makeStreamTokens(deps: {
  readonly secret: Uint8Array;
  readonly clock: Clock;
  /** Host that pages reach the edge at. */
  readonly edgeHost: string;
}): StreamTokens {
  const grant: StreamTokens['grant'] = (row, caller) => {
    // Public pictures only: private, spy and ticket modes bring their own rules.
    if (row.status !== 'online' || !row.streamName || caller.isSuspended) return undefined;
    const expiresAt = deps.clock.now() + MEDIA_TOKEN_MS;
    const token = signMediaToken(deps.secret, {
      use: 'play',
      streamName: row.streamName,
      session: caller.sessionId,
      mode: 'public',
      expiresAt,
    });
    return {
      streamName: row.streamName,
      token,
      expiresAt,
      urls: { ws: `/live/ws/${row.streamName}`, hls: null, whep: null },
    };
  };

  return {
    grant,
    present(row, caller) {
      const granted = grant(row, caller);
      return {
        edge_servers: [deps.edgeHost],
        ffmpeg_server: null,
        ingest_server: null,
        origin_server: null,
        stream_name: granted?.streamName ?? null,
        token: granted?.token ?? null,
        width: row.width,
        height: row.height,
        quality_renditions: RENDITIONS,
        renditions: [],
        urls: granted?.urls ?? null,
        ratio: '16:9',
        audio_only: false,
        encoder: row.streamingTech,
      };
    },
  };
}
