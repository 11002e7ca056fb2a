import type { AccountId } from '@klieg/kernel';
import { HOUR_MS } from '@klieg/kernel/time';
import type { Chore, Kit } from '../../platform/kit.ts';
import type { BlocksFeature } from '../blocks/index.ts';
import type { IdentityFeature } from '../identity/index.ts';
import type { LedgerFeature } from '../ledger/index.ts';
import { behindPassword, type RoomsFeature } from '../rooms/index.ts';
import type { TippingFeature } from '../tipping/index.ts';
import type { WalletFeature } from '../wallet/index.ts';
import { makeChangeSplit } from './change-split.ts';
import { makeListKeptOut } from './kept-out.ts';
import { makeReadShown, makeSplitPart, makeSplitSnapshot } from './room-part.ts';
import { makeSplitNews } from './split-news.ts';
import { makeSplitStore } from './split-store.ts';
import { machineOf, makeTakePart, splitOfMachine } from './take-part.ts';
import { makeTendSplits } from './tend-splits.ts';
import { makeTipSplitHandlers } from './tip-split.http.ts';

const SWEEP_MS = 5_000;
const PRUNE_MS = HOUR_MS;
/** Statuses in which no split may be open. */
const ENDING: ReadonlySet<string> = new Set(['offline', 'private', 'limited']);

/** Tips that several people give together. */
export function composeTipSplit(
  { clock, database, logged }: Pick<Kit, 'clock' | 'database' | 'logged'>,
  uses: {
    readonly identity: IdentityFeature;
    readonly ledger: LedgerFeature;
    readonly wallet: WalletFeature;
    readonly rooms: RoomsFeature;
    readonly tipping: TippingFeature;
    readonly blocks: BlocksFeature;
    /** Countries that may neither buy nor tip. */
    readonly isBlockedCountry: (country: string | null) => boolean;
  },
) {
  const { accounts } = uses.identity;
  const { access, board, hub, rooms, sanctions } = uses.rooms;
  const { wallet } = uses.wallet;
  const store = makeSplitStore(database);
  const readShown = makeReadShown(store, accounts);
  const news = makeSplitNews({ accounts, hub, rooms, store });
  const { blocks } = uses.blocks;
  const listKeptOut = makeListKeptOut({ accounts, blocks, sanctions, clock });
  const { comments, countTip } = uses.tipping;
  const changes = makeChangeSplit({ database, store, wallet, news, listKeptOut, countTip, logged });
  const { isBlockedCountry } = uses;
  const takePart = makeTakePart({ database, store, rooms, wallet, blocks, changes, isBlockedCountry });
  const tend = makeTendSplits({ database, store, rooms, changes, listKeptOut, logged });

  uses.ledger.liveMachines.answerFor('tip_split', async (machines) => {
    return new Set((await store.listRunning(machines.map(splitOfMachine))).map(machineOf));
  });
  hub.addSnapshotPart(makeSplitSnapshot(readShown));
  const lastStatus = new Map<string, string>();
  const look = async (username: string): Promise<void> => {
    const owner = await accounts.findByUsername(username);
    if (owner) await tend.look(owner.id as AccountId);
  };
  board.onChange(({ username, status }) => {
    if (lastStatus.get(username) === status) return;
    if (status === 'offline') lastStatus.delete(username);
    else lastStatus.set(username, status);
    if (ENDING.has(status)) look(username).catch(logged('a tip split was left to the sweep'));
  });

  const chores: readonly Chore[] = [
    { failure: 'tip splits could not be tended', everyMs: SWEEP_MS, on: 'each', run: tend.sweep },
    { failure: 'old tip splits could not be dropped', everyMs: PRUNE_MS, on: 'one', run: store.prune },
  ];
  return {
    roomPart: behindPassword(makeSplitPart(readShown)),
    handlers: makeTipSplitHandlers({ accounts, access, rooms, wallet, readShown, takePart, comments }),
    feedReaders: [tend.feedReader],
    factReaders: [tend.factReader],
    chores,
    stop: tend.stop,
  };
}
