import { type AccountId, AppError, type Uuid } from '@klieg/kernel';
import { type FactReader, when } from '../../platform/events/index.ts';
import type { BroadcastFeature } from '../broadcast/index.ts';
import type { Account, AccountStore } from '../identity/index.ts';
import { settingsSaved } from '../settings/index.ts';
import { coShowBegan, coShowEnded } from './co-show-news.ts';
import type { CoShowStore } from './co-show-store.ts';

type Joint = BroadcastFeature['jointRecordings'];
type File = Awaited<ReturnType<Joint['list']>>[number];

/** A file of one of the two, on the clock of both. */
export interface CoShowTrack {
  readonly account: Account;
  readonly url: string;
  /** Seconds. */
  readonly duration: number;
  readonly clock: readonly { readonly file: number; readonly at: number }[];
}

export interface CoShowRecording {
  readonly state: 'processing' | 'ready';
  /** Seconds. */
  readonly duration: number;
  readonly tracks: readonly CoShowTrack[];
}

/** Co-shows that both performers keep: as long as both want it, and only for them. */
export interface CoShowRecordings {
  /** @throws common.not_found also if one of the two, or somebody in it, no longer wants it */
  open(own: Account, coShowId: Uuid): Promise<CoShowRecording>;
  readonly factReader: FactReader;
}

/** Positions of both performers' files on one clock, which begins with the first picture of either. */
export function alignFiles(
  files: readonly Pick<File, 'clock' | 'durationMs'>[],
): readonly { readonly duration: number; readonly clock: CoShowTrack['clock'] }[] {
  const startMs = Math.min(...files.map(({ clock }) => clock[0]?.[1] ?? Infinity));
  return files.map(({ clock, durationMs }) => ({
    duration: (durationMs ?? 0) / 1000,
    clock: clock.map(([fileMs, unixMs]) => ({ file: fileMs / 1000, at: (unixMs - startMs) / 1000 })),
  }));
}

/** When the last picture of a file is over. */
const endOf = ({ duration, clock }: ReturnType<typeof alignFiles>[number]): number => {
  const last = clock.at(-1);
  return last ? last.at + duration - last.file : 0;
};

export function makeCoShowRecordings(deps: {
  readonly store: Pick<CoShowStore, 'find' | 'listRunningIn' | 'sidesOf'>;
  readonly accounts: Pick<AccountStore, 'listByIds' | 'findById'>;
  readonly joint: Joint;
}): CoShowRecordings {
  const { store, accounts, joint } = deps;

  /** Records it while both want it; one who changes her mind ends it for both. */
  const follow = async (coShowId: Uuid): Promise<void> => {
    const it = await store.find(coShowId);
    if (!it) return;
    const people = await accounts.listByIds([it.fromId, it.toId]);
    const isWanted = people.length === 2 && people.every(({ settings }) => settings.co_show_recording);
    if (it.state === 'running' && isWanted) await joint.begin(coShowId, await store.sidesOf(coShowId));
    else await joint.end(coShowId, people);
  };

  const trackOf = async (file: File, owner: Account) => joint.pathOf(owner.id, file.id, 'video');

  return {
    async open(own, coShowId) {
      const files = await joint.list(coShowId);
      const ids = [...new Set(files.map(({ accountId }) => accountId))];
      const isShut = files.some(
        ({ state, isWithheld }) => state === 'withdrawn' || state === 'failed' || isWithheld,
      );
      // A file that one of them deletes is lost for the other, too.
      if (!ids.includes(own.id) || ids.length < 2 || isShut) throw new AppError('common.not_found');
      const isReady = files.every(({ state, clock }) => state === 'ready' && clock.length > 0);
      if (!isReady) return { state: 'processing', duration: 0, tracks: [] };
      const people = new Map((await accounts.listByIds(ids)).map((one) => [one.id, one] as const));
      const aligned = alignFiles(files);
      const tracks: CoShowTrack[] = [];
      for (const [at, file] of files.entries()) {
        const account = people.get(file.accountId as AccountId);
        const url = account && (await trackOf(file, account));
        if (!url) throw new AppError('common.not_found');
        tracks.push({ account, url, ...aligned[at]! });
      }
      return { state: 'ready', duration: Math.max(...aligned.map(endOf)), tracks };
    },
    factReader: {
      name: 'co_shows.recordings',
      on: [
        when(coShowBegan, ({ coShowId }) => follow(coShowId)),
        when(coShowEnded, ({ coShowId }) => follow(coShowId)),
        when(settingsSaved, async ({ accountId, keys }) => {
          if (!keys.includes('co_show_recording')) return;
          const running = (await store.listRunningIn([accountId])).get(accountId);
          if (running) await follow(running.id);
        }),
      ],
    },
  };
}
