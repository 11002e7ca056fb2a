import type { MediaFact, MediaCommand } from '@klieg/contract/media';
import type { Uuid } from '@klieg/kernel';
import type { AccountStore } from '../../identity/index.ts';
import type { RoomStore } from '../../rooms/index.ts';
import type { BroadcastFact } from './broadcast-life.ts';
import type { IngestReports } from './ingest-reports.ts';
import type { RunBroadcast } from './run-broadcast.ts';

export interface HearMediaDeps {
  readonly accounts: Pick<AccountStore, 'findById'>;
  readonly rooms: Pick<RoomStore, 'findByBroadcast'>;
  readonly reports: IngestReports;
  readonly command: (wanted: MediaCommand) => void;
  readonly run: RunBroadcast;
  readonly onRecordingFailed: (recordingId: Uuid, reason: string) => Promise<void>;
  /** Facts about a camera, which belongs to no broadcast. */
  readonly onCameraFact: (fact: MediaFact) => Promise<void>;
  /** All that a preview grants was delivered. */
  readonly onPreviewOver: (grantId: Uuid) => Promise<void>;
}

/** Passes each fact of a media process to those it concerns. */
export function makeHearMedia(deps: HearMediaDeps): (fact: MediaFact) => Promise<void> {
  const { accounts, rooms, reports, command, run } = deps;

  const hearOfBroadcast = async (fact: BroadcastFact): Promise<void> => {
    // Before the room is announced as online, for people who then ask for a token at once.
    if (fact.kind === 'live') reports.keepRenditions(fact.broadcastId, fact.renditions);
    const row = await rooms.findByBroadcast(fact.broadcastId as Uuid);
    if (!row) {
      reports.forget(fact.broadcastId);
      if (fact.kind === 'live') command({ kind: 'stop', broadcastId: fact.broadcastId });
      return;
    }
    const model = await accounts.findById(row.accountId);
    // Health comes from every broadcast each few seconds and changes no room: the one that was found will do.
    if (model) await run(model, fact, fact.kind === 'health' ? { known: row } : {});
  };

  return async (fact) => {
    switch (fact.kind) {
      case 'alive':
      case 'metered':
      case 'renewed':
        return;
      case 'preview':
        return fact.isOver ? deps.onPreviewOver(fact.grantId as Uuid) : undefined;
      case 'recording_failed':
        return deps.onRecordingFailed(fact.recordingId as Uuid, fact.reason);
      case 'live':
      case 'gone':
      case 'health':
      case 'refused':
        return fact.isCamera ? deps.onCameraFact(fact) : hearOfBroadcast(fact);
    }
  };
}
