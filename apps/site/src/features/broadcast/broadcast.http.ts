import { type callsByFeature, cleanText } from '@klieg/contract';
import { AppError, toInstant } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { AccountStore } from '../identity/index.ts';
import type { AccountId } from '@klieg/kernel';
import { mayEnter, type RoomHub, type RoomStore } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { BroadcastDesk } from './broadcast-desk.ts';
import type { StreamTokens } from './stream-tokens.ts';

/** Highest bitrate that a publisher is asked for, in kbit/s. */
const BITRATE_MAX_KBPS = 2_500;

const warningTexts: Readonly<Record<string, string>> = {
  b_frames: 'Your encoder sends B-frames. Switch them off to keep the delay low.',
  keyframe_interval: 'Keyframes are too far apart. Set the keyframe interval to 2 seconds.',
  bitrate: 'Your bitrate is higher than viewers can follow. Lower it to 2500 kbit/s.',
  packet_loss: 'Packets are lost on the way. A cable or a lower bitrate helps.',
};

interface Deps {
  readonly accounts: AccountStore;
  readonly rooms: RoomStore;
  readonly hub: RoomHub;
  readonly desk: BroadcastDesk;
  readonly tokens: StreamTokens;
  readonly whipUrl: string;
  /** What a model has earned since a moment. */
  readonly earnedSince: (id: AccountId, since: Date) => Promise<number>;
}

export function makeBroadcastHandlers(
  deps: Deps,
): Handlers<(typeof callsByFeature)['broadcast'], SiteCaller> {
  return {
    async getStreamerSettings(_input, { caller }) {
      const row = await deps.rooms.get(caller.account!.id);
      return {
        streaming_tech: row.streamingTech,
        obs: {
          server_rtmp: null,
          server_whip: deps.whipUrl,
          stream_key_masked: null,
          keyframe_seconds: 2,
          bitrate_kbps_max: BITRATE_MAX_KBPS,
          b_frames: 0,
        },
        standby_allowed: false,
        standby_enabled: false,
        standby_notifications_enabled: false,
        webrtc: {
          width_min: 320,
          height_min: 240,
          width_max: 640,
          height_max: 480,
          fps_min: 10,
          fps_max: 30,
          bitrate_kbps_max: BITRATE_MAX_KBPS,
        },
        warnings: [],
      };
    },
    async startBroadcast({ body }, { caller }) {
      const account = caller.account!;
      if (body.subject !== undefined) {
        const { subjectColor } = await deps.rooms.get(account.id);
        await deps.rooms.setSubject(account.id, cleanText(body.subject).trim(), subjectColor);
      }
      const started = await deps.desk.start(account, caller.sessionId, body.streaming_tech);
      return {
        broadcast_id: started.broadcastId,
        ingest: { whip_url: deps.whipUrl, token: started.token, ice_servers: [] },
        stream_name: started.streamName,
        expires_at: toInstant(started.expiresAt),
      };
    },
    async stopBroadcast(_input, { caller }) {
      await deps.desk.stop(caller.account!);
      return { status: 'offline' };
    },
    async getBroadcast(_input, { caller }) {
      const account = caller.account!;
      const row = await deps.rooms.get(account.id);
      const health = deps.desk.healthOf(row.broadcastId);
      return {
        live: row.status !== 'offline' && row.status !== 'connected',
        broadcast_id: row.broadcastId,
        since: row.startedAt ? toInstant(row.startedAt) : null,
        status: row.status,
        viewers: deps.hub.find(account.username)?.presence.count ?? 0,
        bitrate_kbps: Math.round(health?.kbps ?? 0),
        fps: Math.round(health?.fps ?? 0),
        width: row.width ?? 0,
        height: row.height ?? 0,
        packet_loss_percent: health?.lossPercent ?? 0,
        b_frames: health?.warnings.includes('b_frames') ?? false,
        warnings: (health?.warnings ?? []).map((code) => ({ code, text: warningTexts[code] ?? code })),
        earned_tokens: row.startedAt ? await deps.earnedSince(account.id, row.startedAt) : 0,
      };
    },
    async getStreamToken({ params }, { caller }) {
      const owner = await deps.accounts.findByUsername(params.username);
      if (!owner || !mayEnter(owner, caller)) throw new AppError('rooms.not_found');
      const grant = deps.tokens.grant(await deps.rooms.get(owner.id), caller);
      if (!grant) throw new AppError('rooms.offline');
      return {
        stream_name: grant.streamName,
        token: grant.token,
        expires_at: toInstant(grant.expiresAt),
        urls: grant.urls,
        renditions: ['source'],
        mode: 'public',
      };
    },
  };
}
