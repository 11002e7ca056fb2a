import type { MediaFact } from '@klieg/contract/media';
import type { Clock, Log } from '@klieg/kernel';
import type { AccountStore } from '../../identity/index.ts';
import type { RoomRow, RoomStore } from '../../rooms/index.ts';
import { hasOtherName, isWaiting, needsPage } from './broadcast-life.ts';
import type { IngestReports } from './ingest-reports.ts';
import type { MediaNodes } from '../media/media-nodes.ts';
import type { Model, ModelPages } from './model-pages.ts';
import type { RunBroadcast } from './run-broadcast.ts';
import { isLost } from './status-rules.ts';

export interface SweepDeps {
  readonly accounts: Pick<AccountStore, 'listByIds'>;
  readonly rooms: Pick<RoomStore, 'listOpen'>;
  readonly nodes: MediaNodes;
  readonly pages: ModelPages;
  readonly reports: IngestReports;
  readonly run: RunBroadcast;
  readonly clock: Clock;
  readonly log: Log;
  /** Handles facts as if media had sent them. */
  readonly handle: (facts: readonly MediaFact[]) => void;
  /** Number of rooms with a picture. */
  readonly onStreams: (streams: number) => void;
}

/** Checks all open rooms for what only the passing of time decides; to be called about each second. */
export function makeSweepBroadcasts(deps: SweepDeps): () => Promise<void> {
  const { nodes, pages, reports, clock } = deps;
  /** Since when a broadcast has had no page of its model, in ms since 1970. */
  let alone = new Map<string, number>();

  /** Records who has no page now, and forgets people who have one again or have ended. */
  const findAlone = (rows: readonly RoomRow[], models: ReadonlyMap<number, Model>): void => {
    const before = alone;
    alone = new Map();
    for (const row of rows) {
      const model = models.get(row.accountId);
      if (!model || !row.broadcastId || !needsPage(row) || pages.isOpen(model)) continue;
      alone.set(row.broadcastId, before.get(row.broadcastId) ?? clock.now());
    }
  };

  const look = async (model: Model, row: RoomRow, told: string | undefined): Promise<void> => {
    const { broadcastId } = row;
    const sinceMs = broadcastId === null ? undefined : alone.get(broadcastId);
    // Media that missed the command for a new name gets it again: a name that nobody serves shows viewers nothing. The
    // room is read again for it, so that the command never brings back a name that was just replaced.
    if (broadcastId && told !== undefined && hasOtherName(row, told))
      await deps.run(model, { kind: 'name_told', broadcastId, streamName: told });
    await deps.run(model, { kind: 'wait_over' }, { known: row });
    if (broadcastId && sinceMs !== undefined)
      await deps.run(model, { kind: 'unattended', broadcastId, sinceMs }, { known: row });
  };

  return async () => {
    // Read before the rooms, so that reports are never newer than they are.
    const told = nodes.names();
    const reported = reports.broadcastIds();
    const open = await deps.rooms.listOpen();
    const ids = new Set<string | null>(open.map(({ broadcastId }) => broadcastId));
    for (const id of reported) if (!ids.has(id)) reports.forget(id);
    const online = open.filter((row) => row.status === 'online');
    deps.onStreams(online.length);
    deps.handle(nodes.findUndelivered(online));
    deps.handle(nodes.findUnheard(open.filter(isWaiting)));

    const nameOf = ({ broadcastId }: RoomRow) => (broadcastId === null ? undefined : told.get(broadcastId));
    const due = open.filter((row) => {
      const name = nameOf(row);
      return needsPage(row) || isLost(row, clock.now()) || (name !== undefined && hasOtherName(row, name));
    });
    const accounts = due.length > 0 ? await deps.accounts.listByIds(due.map((row) => row.accountId)) : [];
    const models = new Map<number, Model>(accounts.map((account) => [account.id, account]));
    findAlone(due, models);
    for (const row of due) {
      const model = models.get(row.accountId);
      // One room that cannot be judged keeps no other from it.
      if (model)
        await look(model, row, nameOf(row)).catch((error: unknown) =>
          deps.log.error({ err: error, room: model.username }, 'a room could not be swept'),
        );
    }
  };
}
