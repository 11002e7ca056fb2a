import type { Uuid } from '@klieg/kernel';
import { type Account, accountKey } from '../identity/index.ts';
import type { LedgerFeature } from '../ledger/index.ts';
import type { RoomsFeature } from '../rooms/index.ts';
import type { AskPrivate } from './privates/ask-private.ts';
import type { EndPrivate } from './privates/end-private.ts';
import { machineOf } from './meters/run-meters.ts';
import type { ShowParts } from './show-parts.ts';
import type { Spies } from './spies/spies.ts';

/** A closing room ends its show, and a person removed from the room leaves the show (S9). */
export function followRooms(
  { accounts, hub, logged, privates }: Pick<ShowParts, 'accounts' | 'hub' | 'logged' | 'privates'>,
  its: {
    readonly board: RoomsFeature['board'];
    readonly requests: Pick<AskPrivate, 'pairOf'>;
    readonly ends: Pick<EndPrivate, 'end'>;
    readonly spies: Pick<Spies, 'stop'>;
  },
): void {
  const findPair = async (owner: Account | undefined) => {
    const show = owner && (await privates.findOn(owner.id));
    return show && its.requests.pairOf(show);
  };
  const endOf = async (username: string): Promise<void> => {
    const pair = await findPair(await accounts.findByUsername(username));
    if (pair) await its.ends.end(pair, 'unpublish');
  };
  const expel = async (username: string, accountId: Account['id']): Promise<void> => {
    const [owner, expelled] = await Promise.all([
      accounts.findByUsername(username),
      accounts.findById(accountId),
    ]);
    const pair = await findPair(owner);
    if (pair?.payer.id === accountId) await its.ends.end(pair, 'model_ended');
    if (owner && expelled) await its.spies.stop(expelled, owner);
  };

  const offline = new Set<string>();
  its.board.onChange(({ username, status }) => {
    if (status !== 'offline') return void offline.delete(username);
    if (offline.has(username)) return;
    offline.add(username);
    endOf(username).catch(logged('a room that has closed did not end its show'));
  });
  hub.onExpelled((username, personKey) => {
    const id = Number(personKey.slice(1)) as Account['id'];
    if (personKey !== accountKey(id)) return;
    expel(username, id).catch(logged('a show of somebody who was put out did not end'));
  });
}

/** Running shows keep the holds made for them. */
export function answerForHolds(
  liveMachines: LedgerFeature['liveMachines'],
  { privates, spyStore }: Pick<ShowParts, 'privates' | 'spyStore'>,
): void {
  const answer = (kind: 'private' | 'spy', listLive: (ids: readonly Uuid[]) => Promise<Uuid[]>) =>
    liveMachines.answerFor(kind, async (machines) => {
      const ids = await listLive(machines.map((machine) => machine.slice(kind.length + 1) as Uuid));
      return new Set(ids.map((id) => machineOf({ kind, id })));
    });
  answer('private', privates.listLive);
  answer('spy', spyStore.listLive);
}
