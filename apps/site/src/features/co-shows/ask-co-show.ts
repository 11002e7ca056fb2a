import { CO_SHOW_REQUESTS_MAX } from '@klieg/contract/features/co-shows/limits';
import { AppError, type Uuid, uuidv7 } from '@klieg/kernel';
import type { Database } from '../../platform/postgres/index.ts';
import { type Account, type AccountStore, isApprovedModel } from '../identity/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { CoShowNews } from './co-show-news.ts';
import { type CoShow, decideAsk, freeAt, type RequestEnd } from './co-show-rules.ts';
import type { CoShowSides } from './co-show-sides.ts';
import type { CoShowStore } from './co-show-store.ts';

/** Requests for co-shows, until they are answered. */
export interface AskCoShow {
  /**
   * Asks another performer; the same one again is the request that waits.
   * @throws broadcast.not_live, shows.in_show, co_shows.room_closed, co_shows.running, co_shows.asked,
   *   co_shows.asked_you, co_shows.too_soon
   */
  ask(caller: SiteCaller, username: string): Promise<{ readonly it: CoShow; readonly to: Account }>;
  /** Withdraws the caller's request; nothing where none waits. */
  withdraw(own: Account): Promise<void>;
  /** A repeat answers the same. @throws co_shows.gone */
  decline(own: Account, id: Uuid): Promise<void>;
  /** A request ended without a show; the caller tells the two. */
  close(it: CoShow, how: RequestEnd): Promise<void>;
}

/** Somebody with a studio of their own; a house has nobody at a desk. */
const isPerformer = (account: Account): boolean =>
  isApprovedModel(account) && account.suspendedAt === null && !account.isVoyeurCam;

export function makeAskCoShow(deps: {
  readonly database: Pick<Database, 'kysely'>;
  readonly accounts: Pick<AccountStore, 'findByUsername' | 'listByIds'>;
  readonly store: CoShowStore;
  readonly sides: CoShowSides;
  readonly news: Pick<CoShowNews, 'requested'>;
}): AskCoShow {
  const { accounts, sides, store } = deps;

  const tell = async (it: CoShow, status: RequestEnd): Promise<void> => {
    const people = await accounts.listByIds([it.fromId, it.toId]);
    const [from, to] = [it.fromId, it.toId].map((id) => people.find((one) => one.id === id));
    if (from && to) deps.news.requested({ it, from, to }, status);
  };
  const close: AskCoShow['close'] = async (it, how) => {
    const closed = await store.closeRequest(it.id, how);
    if (closed) await tell(closed, how);
  };

  /** What does not depend on the rooms. */
  const readOther = async (caller: SiteCaller, username: string) => {
    const own = caller.account!;
    const to = await accounts.findByUsername(username);
    if (!to || to.id === own.id || !isPerformer(to)) return undefined;
    const [isKeptOut, isIgnoring, isIgnored, waiting] = await Promise.all([
      sides.isKeptOut(own, to, caller),
      sides.isIgnoring(own, to),
      sides.isIgnoring(to, own),
      store.listAskedOf(to.id),
    ]);
    return {
      to,
      isApart: isKeptOut || isIgnoring,
      isUnheard: isIgnored || waiting.length >= CO_SHOW_REQUESTS_MAX,
    };
  };

  return {
    async ask(caller, username) {
      const own = caller.account!;
      const other = await readOther(caller, username);
      // For an unknown person only the caller's room is checked: the refusal is that of a closed room.
      const to = other?.to ?? own;
      const now = await store.now();
      // One whose time is over and that nobody has looked at is told to both as ended, whatever becomes of this one.
      const old = await store.findAskedBy(own.id);
      if (old && old.expiresAt <= now) await close(old, 'expired');
      const { it, isNew } = await deps.database.kysely.transaction().execute(async (transaction) => {
        const sideOf = await sides.keep(transaction, [own.id, to.id]);
        const asked = await store.findAskedBy(own.id, transaction);
        const back = await store.findAskedBy(to.id, transaction);
        const last = await store.findLast(transaction, own.id, to.id);
        const decision = decideAsk(
          {
            own: sideOf(own.id),
            other: sideOf(to.id),
            isPerformer: other !== undefined,
            isApart: other?.isApart ?? false,
            isUnheard: other?.isUnheard ?? false,
            asked,
            askedBack: back?.toId === own.id && back.isHeard && back.expiresAt > now ? back : undefined,
            last,
          },
          to.id,
          now,
        );
        if (decision.do === 'repeat') return { it: decision.asked, isNew: false };
        if (decision.do === 'ask') {
          const wanted = { id: uuidv7(), fromId: own.id, toId: to.id, isHeard: decision.isHeard };
          return { it: await store.ask(transaction, wanted), isNew: true };
        }
        const at = decision.code === 'co_shows.too_soon' ? freeAt(last, now) : null;
        throw new AppError(
          decision.code,
          at === null ? {} : { params: { retry_after_seconds: Math.ceil((at - now) / 1_000) } },
        );
      });
      if (isNew) deps.news.requested({ it, from: own, to }, 'asked');
      return { it, to };
    },
    async withdraw(own) {
      const asked = await store.findAskedBy(own.id);
      if (asked) await close(asked, 'withdrawn');
    },
    async decline(own, id) {
      const it = await store.find(id);
      if (it?.toId !== own.id || !it.isHeard) throw new AppError('co_shows.gone');
      if (it.state === 'asked') return close(it, 'declined');
      if (it.state !== 'declined') throw new AppError('co_shows.gone');
    },
    close,
  };
}
