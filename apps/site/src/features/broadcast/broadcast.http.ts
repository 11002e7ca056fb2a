import type { callsByFeature } from '@klieg/contract';
import type { SignalWarning } from '@klieg/contract/features/broadcast/signal-warnings';
import { INGEST_PATH } from '@klieg/contract/features/broadcast/ingest-frame';
import { AppError, ownOf, toInstant, type Uuid } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { CoPerformers } from '../consents/index.ts';
import type { AccountStore } from '../identity/index.ts';
import type { AccountId } from '@klieg/kernel';
import type { RelaysFeature } from '../relays/index.ts';
import type { ChangeSubject, RoomAccess, RoomHub, RoomRow, RoomStore } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { BroadcastControl } from './life/broadcast-control.ts';
import type { Clips } from './recordings/clips.ts';
import { makeRecordingHandlers, type RecordingDeps } from './recordings/recordings.http.ts';
import type { SpyPreview } from './thumbs/spy-preview.ts';
import type { StreamKeyStore } from './keys/stream-key-store.ts';
import type { StreamTokens } from './streams/stream-tokens.ts';

/** Highest bitrate that a publisher is asked for, in kbit/s. */
const BITRATE_MAX_KBPS = 2_500;

/** The same for whatever sends. */
const signalTexts: Readonly<Record<SignalWarning, string>> = {
  black_picture: 'Viewers see a black picture. Is the camera covered, or another program using it?',
  no_sound: 'Viewers hear nothing. Is the microphone muted, or another one chosen?',
  quiet_sound: 'Your sound is very quiet. Move closer to the microphone, or raise its level.',
  loud_sound: 'Your sound is so loud that it distorts. Lower the level of the microphone or the music.',
};

/** What to change in an encoder such as OBS. */
const warningTexts: Readonly<Record<string, string>> = {
  b_frames:
    'Your encoder sends B-frames, which delay the picture. In OBS: Settings, Output, Streaming, set B-frames to 0, or choose the tuning zerolatency.',
  keyframe_interval:
    'Keyframes are too far apart, so viewers wait for the picture. In OBS: Settings, Output, Streaming, set Keyframe Interval to 2 s.',
  bitrate:
    'Your bitrate is higher than many viewers can follow. In OBS: Settings, Output, set Video Bitrate to 2500 Kbps or less.',
  packet_loss: 'Packets are lost on the way. A cable or a lower bitrate helps.',
  ...signalTexts,
};
/** A browser configures its encoder itself: only a better connection helps. */
const browserTexts: Readonly<Record<string, string>> = {
  b_frames: 'Your browser delays the picture. Another browser, such as Chrome, sends it sooner.',
  keyframe_interval:
    'Viewers wait for the picture: too little of it arrives. Close other programs and tabs, or use a cable.',
  bitrate: 'Your picture is larger than many viewers can follow. Choose a camera with a smaller picture.',
  packet_loss: 'Packets are lost on the way. A cable, or a place nearer to the router, helps.',
  ...signalTexts,
};

interface Deps extends RecordingDeps {
  readonly accounts: AccountStore;
  readonly rooms: RoomStore;
  readonly hub: RoomHub;
  readonly changeSubject: ChangeSubject;
  readonly broadcasts: BroadcastControl;
  readonly access: RoomAccess;
  readonly tokens: StreamTokens;
  readonly spyPreview: SpyPreview;
  readonly keys: StreamKeyStore;
  readonly clips: Clips;
  /** Stores who takes part in a broadcast besides its model. */
  readonly coPerformers: CoPerformers;
  /** Where encoders publish by RTMP; null if this site does not accept it. */
  readonly rtmpUrl: () => string | null;
  readonly iceServersOf: RelaysFeature['iceServersOf'];
  /** The broadcast has only sound from now on, until it ends or a picture is wanted. */
  readonly beginAudioOnly: (id: AccountId) => Promise<void>;
  /** On the site that was asked. */
  readonly isStandbyAllowed: (caller: SiteCaller) => boolean;
  /** What a model has earned since a moment. */
  readonly earnedSince: (id: AccountId, since: Date) => Promise<number>;
}

/** Whether something is sent that a measurement would take its line from. */
const isSending = ({ status }: RoomRow): boolean => status !== 'offline' && status !== 'connected';

/** Where browsers publish, on the site that was asked. */
const whipUrlOf = ({ site }: SiteCaller): string => `${site.publicUrl}/live/whip`;

export function makeBroadcastHandlers(
  deps: Deps,
): Handlers<(typeof callsByFeature)['broadcast'], SiteCaller> {
  /** What an encoder was sent away for, and what it should send otherwise, with the setting to change. */
  const warningsOf = (model: AccountId, { broadcastId, streamingTech }: RoomRow) => {
    const texts = streamingTech === 'webrtc' ? browserTexts : warningTexts;
    const refusal = deps.broadcasts.refusalOf(model);
    const codes = deps.broadcasts.healthOf(broadcastId)?.warnings ?? [];
    return [
      ...(refusal ? [refusal] : []),
      ...codes.map((code) => ({ code, text: ownOf(texts, code) ?? code })),
    ];
  };

  const presentSettings = async (caller: SiteCaller) => {
    const account = caller.account!;
    const [row, tail] = await Promise.all([deps.rooms.get(account.id), deps.keys.findTail(account.id)]);
    return {
      streaming_tech: row.streamingTech,
      obs: {
        server_rtmp: deps.rtmpUrl(),
        server_whip: whipUrlOf(caller),
        stream_key_masked: tail === undefined ? null : `••••••••${tail}`,
        keyframe_seconds: 2 as const,
        bitrate_kbps_max: BITRATE_MAX_KBPS,
        b_frames: 0 as const,
      },
      standby_allowed: deps.isStandbyAllowed(caller),
      standby_enabled: row.standbyEnabled,
      standby_notifications_enabled: row.standbyNotificationsEnabled,
      webrtc: {
        width_min: 320 as const,
        height_min: 240 as const,
        width_max: 640 as const,
        height_max: 480 as const,
        fps_min: 10 as const,
        fps_max: 30 as const,
        bitrate_kbps_max: BITRATE_MAX_KBPS,
      },
      warnings: warningsOf(account.id, row),
    };
  };

  return {
    getStreamerSettings: (_input, { caller }) => presentSettings(caller),
    async saveStreamerSettings({ body }, { caller }) {
      const account = caller.account!;
      if (body.standby_enabled && !deps.isStandbyAllowed(caller))
        throw new AppError('broadcast.standby_not_allowed');
      await deps.rooms.saveStreamer(account.id, {
        ...(body.streaming_tech !== undefined && { streamingTech: body.streaming_tech }),
        ...(body.standby_enabled !== undefined && { standbyEnabled: body.standby_enabled }),
        ...(body.standby_notifications_enabled !== undefined && {
          standbyNotificationsEnabled: body.standby_notifications_enabled,
        }),
      });
      return presentSettings(caller);
    },
    async createStreamKey(_input, { caller }) {
      const key = await deps.keys.rotate(caller.account!.id);
      return { stream_key: key, server_rtmp: deps.rtmpUrl(), server_whip: whipUrlOf(caller) };
    },
    async setBroadcastMode({ body }, { caller }) {
      const account = caller.account!;
      if (body.mode === 'standby') {
        const row = await deps.rooms.get(account.id);
        if (!row.standbyEnabled || !deps.isStandbyAllowed(caller))
          throw new AppError('broadcast.standby_not_allowed');
      }
      const row = await deps.broadcasts.setMode(account, body.mode);
      return { status: row.status };
    },
    async startBroadcast({ body }, { caller }) {
      const account = caller.account!;
      // A house has cameras of its own, and no other picture.
      if (account.isVoyeurCam) throw new AppError('broadcast.already_live');
      const ids = (body.co_performers ?? []) as Uuid[];
      const { name, nameOnly } = deps.coPerformers;
      const started = await deps.broadcasts.start(account, caller.sessionId, body.streaming_tech, {
        opened: (id, within) => name(account.id, id, ids, within),
        goesOn: (id, isSeen) => (isSeen ? name : nameOnly)(account.id, id, ids),
      });
      // A start that is refused changes nothing.
      if (body.subject !== undefined) await deps.changeSubject(account, body.subject);
      if (body.audio_only && !account.settings.audio_only) await deps.beginAudioOnly(account.id);
      return {
        broadcast_id: started.broadcastId,
        // An encoder shows its stream key; a token is for the page only.
        ingest:
          body.streaming_tech === 'webrtc'
            ? { whip_url: whipUrlOf(caller), token: started.token, ice_servers: deps.iceServersOf(caller) }
            : null,
        stream_name: started.streamName,
        expires_at: toInstant(started.expiresAt),
      };
    },
    async startNetworkCheck(_input, { caller }) {
      // A check sends as much as gets through, which would slow a running broadcast.
      if (isSending(await deps.rooms.get(caller.account!.id))) throw new AppError('broadcast.already_live');
      const { token, expiresAt } = deps.broadcasts.checkGrant(caller.sessionId);
      const { href } = new URL(INGEST_PATH, caller.site.publicUrl.replace(/^http/, 'ws'));
      return { url: href, token, expires_at: toInstant(expiresAt) };
    },
    async createClip({ body }, { caller }) {
      return { id: await deps.clips.create(caller.account!.id, body.seconds), state: 'processing' };
    },
    async stopBroadcast(_input, { caller }) {
      await deps.broadcasts.stop(caller.account!);
      return { status: 'offline' };
    },
    async getBroadcast(_input, { caller }) {
      const account = caller.account!;
      const row = await deps.rooms.get(account.id);
      const health = deps.broadcasts.healthOf(row.broadcastId);
      return {
        live: isSending(row),
        broadcast_id: row.broadcastId,
        since: row.startedAt ? toInstant(row.startedAt) : null,
        status: row.status,
        viewers: deps.hub.find(account.username)?.presence.watchersFor('streamer') ?? 0,
        bitrate_kbps: Math.round(health?.kbps ?? 0),
        fps: Math.round(health?.fps ?? 0),
        width: row.width ?? 0,
        height: row.height ?? 0,
        packet_loss_percent: health?.lossPercent ?? 0,
        loudness_lufs: health?.lufs ?? null,
        b_frames: health?.warnings.includes('b_frames') ?? false,
        warnings: warningsOf(account.id, row),
        earned_tokens: row.startedAt ? await deps.earnedSince(account.id, row.startedAt) : 0,
      };
    },
    ...makeRecordingHandlers(deps),
    async getSpyPreviewDuration({ params }, { caller }) {
      const owner = await deps.access.enter(params.username, caller);
      return { seconds: await deps.spyPreview.secondsLeft(caller, owner) };
    },
    async getStreamToken({ params, body }, { caller }) {
      const owner = await deps.access.enter(params.username, caller);
      const filter = body.rendition?.split(',');
      const row = await deps.rooms.get(owner.id);
      const grant = owner.isVoyeurCam
        ? await deps.tokens.grantCamera(row, owner, caller, body.camera)
        : await deps.tokens.grant(row, owner, caller, filter);
      return {
        stream_name: grant.streamName,
        token: grant.token,
        expires_at: toInstant(grant.expiresAt),
        urls: grant.urls,
        renditions: [...grant.renditions],
        mode: grant.mode,
      };
    },
  };
}
