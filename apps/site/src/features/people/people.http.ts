import { type Bio, type callsByFeature, cleanText, type Gender, type UserCard } from '@klieg/contract';
import { type AccountId, AppError, toInstant } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { Account } from '../identity/index.ts';
import type { RoomRow, RoomStore } from '../rooms/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { FollowerStore } from './follower-store.ts';
import type { NoteStore } from './note-store.ts';
import { type BioDetails, presentBio } from './present-bio.ts';
import { presentSummary } from './present-summary.ts';
import { type CardDeps, makeReadCard, mayFind } from './read-card.ts';
import { readTimeCursor, writeTimeCursor } from './time-cursor.ts';
import type { ViewHistoryStore } from './view-history-store.ts';

export interface PeopleDeps extends Omit<CardDeps, 'rooms'> {
  readonly rooms: RoomStore;
  readonly notes: NoteStore;
  readonly history: ViewHistoryStore;
  readonly followers: FollowerStore;
  /** Card of a performer as this caller may find it. */
  readonly cardOf: (username: string, caller: SiteCaller) => UserCard | undefined;
  /** Card of a performer whom no list shows, for the owner and staff. */
  readonly cardOfUnlisted: (owner: Account, row: RoomRow) => UserCard;
  /** Levels of the performer's fan club; empty if it is off. */
  readonly fanTiersOf: (owner: Account) => readonly Bio['fanclub'][number][];
  /** What an exclusive private costs a minute. */
  readonly exclusivePriceOf: (settings: Account['settings']) => number;
  /** The weekly streams that the performer has announced. */
  readonly weekOf: (owner: Account) => Promise<Bio['schedule']>;
  readonly detailsOf: (owner: Account) => Promise<BioDetails>;
  /** Similar performers for this caller, at most twelve. */
  readonly similarTo: (username: string, hide: readonly Gender[], caller: SiteCaller) => readonly UserCard[];
}

/** A text of several lines without control characters, overrides and other invisible ones; line breaks stay. */
export const cleanLines = (text: string): string => text.split(/\r?\n/).map(cleanText).join('\n').trim();

/** Who a performer is. @throws rooms.not_found */
export function makeGetBio(deps: PeopleDeps) {
  return async (username: string, caller: SiteCaller) => {
    const owner = await deps.access.enter(username, caller);
    const row = await deps.rooms.get(owner.id);
    return presentBio({
      owner,
      card: deps.cardOf(owner.username, caller) ?? deps.cardOfUnlisted(owner, row),
      row,
      related: deps.similarTo(owner.username, [], caller),
      fanTiers: [...deps.fanTiersOf(owner)],
      exclusiveCost: deps.exclusivePriceOf(owner.settings),
      schedule: await deps.weekOf(owner),
      details: await deps.detailsOf(owner),
    });
  };
}

export function makePeopleHandlers(
  deps: PeopleDeps,
): Handlers<(typeof callsByFeature)['people'], SiteCaller> {
  const readCard = makeReadCard(deps);
  const getBio = makeGetBio(deps);
  const subjectOf = async (username: string, caller: SiteCaller): Promise<Account> => {
    const subject = await deps.accounts.findByUsername(username);
    if (!subject || !mayFind(subject, caller, deps.clock.now())) throw new AppError('common.not_found');
    return subject;
  };

  return {
    getBio: ({ params }, { caller }) => getBio(params.username, caller),
    listSimilar: ({ params, query }, { caller }) => ({
      userList: [...deps.similarTo(params.username, query['gender-hide'] ?? [], caller)],
    }),
    async getNotes({ params }, { caller }) {
      const subject = await subjectOf(params.username, caller);
      const note = await deps.notes.find(caller.account!.id, subject.id);
      return { notes: note?.notes ?? '', updated_at: note ? toInstant(note.updatedAt) : null };
    },
    async saveNotes({ params, body }, { caller }) {
      const subject = await subjectOf(params.username, caller);
      const note = await deps.notes.save(caller.account!.id, subject.id, cleanLines(body.notes));
      return { status: 1, notes: note?.notes ?? '', updated_at: note ? toInstant(note.updatedAt) : null };
    },
    getUserCard: ({ params, query }, { caller }) => readCard(params.username, query.room, caller),
    async listFollowers({ query }, { caller }) {
      const model = caller.account!;
      const mark = readTimeCursor(query.cursor);
      const [found, row] = await Promise.all([
        deps.followers.list(model.id, mark && { at: mark.at, id: mark.id as AccountId }, query.limit),
        deps.rooms.get(model.id),
      ]);
      const accounts = new Map(
        (await deps.accounts.listByIds(found.map(({ id }) => id))).map((account) => [account.id, account]),
      );
      const items = await Promise.all(
        found
          .flatMap(({ id }) => accounts.get(id) ?? [])
          .map(async (account) => presentSummary(account, await deps.readMoney(account.id, model.id), false)),
      );
      const last = found.length === query.limit ? found.at(-1) : undefined;
      return {
        items,
        next_cursor: last ? writeTimeCursor({ at: last.followedAt, id: last.id }) : null,
        total: row.followers,
      };
    },
    async listViewHistory({ query }, { caller }) {
      const mark = readTimeCursor(query.cursor);
      const visits = await deps.history.list(
        caller.account!.id,
        mark && { at: mark.at, modelId: mark.id as AccountId },
        query.limit,
      );
      const last = visits.length === query.limit ? visits.at(-1) : undefined;
      return {
        items: visits.flatMap(({ username, viewedAt }) => {
          const user = deps.cardOf(username, caller);
          return user ? [{ user, viewed_at: toInstant(viewedAt) }] : [];
        }),
        next_cursor: last ? writeTimeCursor({ at: last.viewedAt, id: last.modelId }) : null,
      };
    },
    async clearViewHistory({ body }, { caller }) {
      await deps.history.clear(caller.account!.id, body.username);
      return { status: 1 };
    },
  };
}
