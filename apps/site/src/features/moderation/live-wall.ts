import type { AnswerOf, Api, WallPart, WallRoom } from '@klieg/contract';
import { type Clock, toInstant } from '@klieg/kernel';
import { type Account, type AccountStore, isApprovedModel } from '../identity/index.ts';
import { modeOf, type RoomRow, type RoomsFeature, type RoomStore } from '../rooms/index.ts';
import type { ReportDeskStore } from './report-desk-store.ts';

const PAGE = 60;
/** A room that went live this recently should be looked at. */
const NEW_MS = 10 * 60_000;
/** Stills are taken as often; the address changes with them. */
const STILL_MS = 10_000;

const showOf = (row: RoomRow): WallRoom['show'] => {
  if (row.status === 'standby') return 'standby';
  const mode = modeOf(row);
  return mode === 'private' || mode === 'limited' ? mode : 'public';
};

interface Seen {
  readonly row: RoomRow;
  readonly open: number;
  readonly risk: number;
  readonly isNew: boolean;
}

const PARTS: Readonly<Record<WallPart, (seen: Seen) => boolean>> = {
  all: () => true,
  flagged: ({ open }) => open > 0,
  new: ({ isNew }) => isNew,
  private: ({ row }) => ['private', 'limited'].includes(showOf(row)),
};

const countsOf = (all: readonly Seen[]): AnswerOf<Api['listLiveWall']>['counts'] => ({
  all: all.length,
  flagged: all.filter(PARTS.flagged).length,
  new: all.filter(PARTS.new).length,
  private: all.filter(PARTS.private).length,
});

/** Every live room, those with open reports first, then the most recent ones. */
export function makeReadWall(deps: {
  readonly accounts: Pick<AccountStore, 'listByIds'>;
  readonly rooms: Pick<RoomStore, 'listOpen'>;
  readonly board: Pick<RoomsFeature['board'], 'of'>;
  readonly store: Pick<ReportDeskStore, 'countOpenOfEach'>;
  readonly clock: Clock;
}) {
  const { clock } = deps;
  const present = ({ row, open, risk }: Seen, owner: Account): WallRoom => {
    const slot = Math.floor(clock.now() / STILL_MS) * STILL_MS;
    return {
      user: { username: owner.username, displayName: owner.displayName },
      still_url: row.streamName === null ? null : `/api/v1/thumb/${owner.username}.jpg?w=320&v=${slot}`,
      taken_at: toInstant(slot),
      risk,
      show: showOf(row),
      viewers: deps.board.of(owner.username)?.userCount ?? 0,
      reports: open,
      consent_ok: isApprovedModel(owner),
      live_since: row.startedAt ? toInstant(row.startedAt) : null,
    };
  };
  return async (page: number, part: WallPart): Promise<AnswerOf<Api['listLiveWall']>> => {
    const [rows, reports] = await Promise.all([deps.rooms.listOpen(), deps.store.countOpenOfEach()]);
    const all = rows
      .map((row): Seen => {
        const about = reports.get(row.accountId);
        const isNew = row.startedAt !== null && clock.now() - row.startedAt.getTime() < NEW_MS;
        const risk = about?.isUrgent ? 2 : about || isNew ? 1 : 0;
        return { row, open: about?.open ?? 0, risk, isNew };
      })
      .toSorted(
        (a, b) =>
          b.risk - a.risk ||
          b.open - a.open ||
          (b.row.startedAt?.getTime() ?? 0) - (a.row.startedAt?.getTime() ?? 0) ||
          a.row.accountId - b.row.accountId,
      );
    const wanted = all.filter(PARTS[part]);
    const shown = wanted.slice((page - 1) * PAGE, page * PAGE);
    const owners = await deps.accounts.listByIds(shown.map(({ row }) => row.accountId));
    const ownerOf = new Map(owners.map((owner) => [owner.id, owner]));
    return {
      items: shown.flatMap((seen) => {
        const owner = ownerOf.get(seen.row.accountId);
        return owner ? [present(seen, owner)] : [];
      }),
      counts: countsOf(all),
      live: all.length,
      pages: Math.max(1, Math.ceil(wanted.length / PAGE)),
    };
  };
}
