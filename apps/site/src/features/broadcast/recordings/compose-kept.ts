import type { AccountId } from '@klieg/kernel';
import type { BlobStore } from '#site/platform/blobs/index.ts';
import type { Kit } from '#site/platform/kit.ts';
import type { IdentityFeature } from '../../identity/index.ts';
import type { NotificationsFeature } from '../../notifications/index.ts';
import type { RoomsFeature } from '../../rooms/index.ts';
import type { SettingsFeature } from '../../settings/index.ts';
import { makeClipStore } from './clip-store.ts';
import { makeClips } from './clips.ts';
import { makeJointRecordings } from './joint-recordings.ts';
import { makeKeepPast } from './keep-past.ts';
import { makeJoinRecordings } from '../pieces/join-recordings.ts';
import { makePieceStore } from '../pieces/piece-store.ts';
import { makePlayRunning } from '../pieces/play-running.ts';
import { makeReceivePieces } from '../pieces/receive-pieces.ts';
import { makePublishRecording } from './publish-recording.ts';
import { makeRecordingShopDoor } from './recording-shop.ts';
import { makeRecordingStore } from '../pieces/recording-store.ts';
import { makeRecordings, recordingBlob, type RecordingsDeps } from './recordings.ts';

interface Uses {
  readonly identity: IdentityFeature;
  readonly notifications: NotificationsFeature;
  readonly settings: SettingsFeature;
  readonly rooms: RoomsFeature;
  readonly blobs: BlobStore;
}

/** What is kept of broadcasts: recordings, clips, and how far back viewers may go live. */
export function composeKept({ bus, clock, database, secretOf, log }: Kit, uses: Uses) {
  const recordings = makeRecordingStore(database);
  const shop = makeRecordingShopDoor();
  const { rooms } = uses.rooms;
  const { blobs } = uses;
  const notify = (id: AccountId, code: Parameters<RecordingsDeps['notify']>[1]) =>
    uses.notifications.notify(id, { kind: 'system', code, params: {}, url: '/model-desk/recordings' });
  const pieces = makePieceStore(database);
  const joining = makeJoinRecordings({
    pieces,
    recordings,
    blobs,
    fileOf: recordingBlob,
    notify,
    monotonic: () => performance.now(),
    log,
  });
  const made = makeRecordings({
    recordings,
    shop,
    rooms,
    blobs,
    pieces,
    sweepPieces: (id) => joining.sweep(id),
    bus,
    clock,
    secret: secretOf('recordings'),
    resetFlag: async (id) => void (await uses.settings.saveSettings(id, { public_recording: false })),
    notify,
  });
  return {
    shop,
    publishRecording: makePublishRecording({ recordings, rooms, shop }),
    recordings: made,
    jointRecordings: makeJointRecordings({ store: recordings, recordings: made, rooms, bus }),
    receivePieces: makeReceivePieces({ pieces, blobs }),
    playRunning: makePlayRunning({ recordings, pieces }),
    pieces,
    joining,
    clips: makeClips({ clips: makeClipStore(database), bus }),
    keepPast: makeKeepPast({ accounts: uses.identity.accounts, rooms, bus }),
  };
}
