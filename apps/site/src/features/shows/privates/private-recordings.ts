import type { Uuid } from '@klieg/kernel';
import type { BroadcastFeature } from '../../broadcast/index.ts';
import type { Account } from '../../identity/index.ts';
import type { Pair } from './private-news.ts';
import { isOn, type Private } from './private-rules.ts';
import type { PrivateStore } from './private-store.ts';

/** Recordings of privates: kept by the payer, if the performer allows it. */
export interface PrivateRecordings {
  /** From the first picture on, and again where this node takes the show over; a repeat does nothing more. */
  begin(pair: Pair): void;
  /** Which of these shows have a finished recording. */
  listReady(showIds: readonly Uuid[]): Promise<ReadonlySet<Uuid>>;
  /** Paths to its files, only for its payer; empty while there are none. */
  open(who: Pick<Account, 'id'>, showId: Uuid): Promise<string[]>;
}

/** Wanted with the request, and still allowed. */
const isRecorded = ({ show, owner }: Pair): boolean => show.withRecording && owner.settings.private_recording;

/** The id of a private's recording in answers; null: it has none. */
export const recordingIdOf = ({ id, withRecording, startedAt }: Private): Uuid | null =>
  withRecording && startedAt !== null ? id : null;

export function makePrivateRecordings(deps: {
  readonly recordings: Pick<
    BroadcastFeature['showRecordings'],
    'beginShow' | 'statesOfShows' | 'pathsOfShow'
  >;
  readonly store: Pick<PrivateStore, 'find'>;
  readonly logged: (what: string) => (error: unknown) => void;
}): PrivateRecordings {
  const { recordings, store } = deps;

  const begin = async ({ show }: Pair): Promise<void> => {
    // It may be over by now, and the next one is somebody else's.
    const now = await store.find(show.id);
    if (now && isOn(now)) await recordings.beginShow(show.roomId, { id: show.id, kind: 'private' });
  };

  return {
    begin: (pair) =>
      void (isRecorded(pair) && begin(pair).catch(deps.logged('a private could not be recorded'))),
    async listReady(showIds) {
      const states = await recordings.statesOfShows(showIds);
      return new Set(showIds.filter((id) => states.get(id) === 'ready'));
    },
    async open(who, showId) {
      const show = await store.find(showId);
      return show?.withRecording && show.payerId === who.id ? recordings.pathsOfShow(showId) : [];
    },
  };
}
