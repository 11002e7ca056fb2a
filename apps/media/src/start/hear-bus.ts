import type { Bus } from '@klieg/contract/bus';
import { MEDIA_FACTS, MEDIA_COMMANDS, type MediaFact, type MediaCommand } from '@klieg/contract/media';
import { assertNever } from '@klieg/kernel';
import { type Access, endedSession, type Revocation } from '../control/access.ts';
import { parseCommand } from '../control/commands.ts';
import type { PreviewMeter } from '../control/preview-meter.ts';
import type { Renewals } from '../control/renewals.ts';
import type { SegmentNumbers } from '../control/segment-numbers.ts';
import type { ClipResult } from '../dvr/index.ts';
import type { RecordingFailed } from '../recording/recordings.ts';
import type { Relaying } from '../relay/index.ts';
import type { Gates } from './make-gates.ts';
import type { Origin } from './make-origin.ts';

export interface HearBusOptions {
  readonly bus: Bus;
  /** Name of this process in facts. */
  readonly node: string;
  readonly origin: Pick<Origin, 'broadcasts' | 'recordings'>;
  readonly relaying: Pick<Relaying, 'obey'>;
  readonly gates: Pick<Gates, 'webSocket' | 'whep'>;
  readonly access: Pick<Access, 'revoke'>;
  readonly previews: Pick<PreviewMeter, 'hear'>;
  readonly renewals: Pick<Renewals, 'hear'>;
  readonly numbers: Pick<SegmentNumbers, 'hear'>;
}

/** Why there is no clip; undefined if there is one. */
const failureOf = ({ kind }: ClipResult): RecordingFailed | undefined =>
  kind === 'cut' ? undefined : kind === 'gone' || kind === 'too_short' ? `clip_${kind}` : kind;

/** Obeys the site's commands and hears what other media processes tell. @returns what ends it */
export function hearBus(options: HearBusOptions): () => void {
  const { bus, node, origin, relaying, gates, access, previews, renewals, numbers } = options;
  const { broadcasts, recordings } = origin;

  const record = (command: MediaCommand & { kind: 'record' }): void => {
    const { broadcastId, recordingId } = command;
    const broadcast = broadcasts.find(broadcastId);
    // A camera is never recorded, whatever the command.
    if (!recordings || !broadcast || broadcast.claims.camera) return;
    const { pipeline } = broadcast;
    const isElsewhere = command.node !== undefined && command.node !== node;
    if (recordingId !== null && !isElsewhere)
      return recordings.start({ recordingId, broadcastId }, (sink) => pipeline.setRecorder(sink));
    pipeline.setRecorder(undefined);
    recordings.stop(broadcastId);
  };

  /** The stream that a command means, where it is published here and still has this name. */
  const named = ({ broadcastId, streamName }: { broadcastId: string; streamName: string }) => {
    const broadcast = broadcasts.find(broadcastId);
    return broadcast?.stream.name === streamName && !broadcast.claims.camera ? broadcast.pipeline : undefined;
  };

  const clip = (command: MediaCommand & { kind: 'clip' }): void => {
    // Other processes say nothing of a broadcast that they do not have.
    if (!recordings || !broadcasts.find(command.broadcastId)) return;
    const { recordingId, seconds } = command;
    void recordings.take(recordingId, async (path) => {
      const made = (await named(command)?.past.cut(path, seconds)) ?? { kind: 'gone' };
      return failureOf(made);
    });
  };

  const revoke = (revocation: Revocation): void => {
    access.revoke(revocation);
    gates.whep.revoke(revocation);
    gates.webSocket.revoke(revocation);
    const session = endedSession(revocation);
    if (session !== undefined) for (const id of broadcasts.idsOf(session)) broadcasts.stop(id);
  };

  const obey = (command: MediaCommand): void => {
    relaying.obey(command);
    switch (command.kind) {
      case 'report':
        return broadcasts.tellAlive();
      case 'stop':
        return broadcasts.stop(command.broadcastId);
      case 'await_viewer':
        return broadcasts.findNamed(command.streamName)?.pipeline.awaitViewer();
      case 'rename':
        return broadcasts.rename(command.broadcastId, command.streamName);
      case 'keep_past':
        return named(command)?.past.keep(command.minutes);
      case 'clip':
        return clip(command);
      case 'revoke':
        return revoke(command);
      case 'record':
        return record(command);
      default:
        return assertNever(command);
    }
  };

  const stopCommands = bus.subscribe(MEDIA_COMMANDS, (message) => {
    const command = parseCommand(message);
    if (command) obey(command);
  });
  const stopFacts = bus.subscribe(MEDIA_FACTS, (message) => {
    const fact = message as MediaFact;
    if (!fact || fact.node === node) return;
    if (fact.kind === 'preview') previews.hear(fact);
    if (fact.kind === 'renewed') renewals.hear(fact);
    if (fact.kind === 'health' || fact.kind === 'gone') numbers.hear(fact);
  });
  return () => {
    stopCommands();
    stopFacts();
  };
}
