import type { AccountId } from '@klieg/kernel';
import type { AccountStore } from '../identity/index.ts';
import type { RoomHub, RoomStore } from '../rooms/index.ts';
import { kindOf } from './app-kinds.ts';
import type { AppLives } from './app-lives.ts';
import type { AppRow, AppStore } from './app-store.ts';
import { closingEventOf, goalEventOf, idsOf, isGoal, panelsOf } from './present-app.ts';

/** Tells rooms what their apps have counted: at most once a second, always as the database has it. */
export interface GoalNews {
  /** Something was counted, or is about to be: the room is told within a second. */
  mark(roomId: AccountId): void;
  /** An app was installed, changed or removed: told at once. `removed` is the goal as it was. */
  tellChanged(roomId: AccountId, removed?: AppRow): Promise<void>;
  /** Tells what a process that died did not, and what was committed only after the room was told. */
  tellMissed(): Promise<void>;
  stop(): void;
}

/** The counting transaction commits within this time, or `tellMissed` tells the room. */
const SOON_MS = 40;
const EVERY_MS = 1_000;
const MISSED_MAX = 200;

export function makeGoalNews(deps: {
  readonly accounts: Pick<AccountStore, 'findById'>;
  readonly hub: Pick<RoomHub, 'submit'>;
  readonly apps: Pick<AppStore, 'list' | 'markTold' | 'listUntold'>;
  readonly lives: Pick<AppLives, 'present' | 'find'>;
  readonly rooms: Pick<RoomStore, 'get'>;
  readonly logged: (what: string) => (error: unknown) => void;
}): GoalNews {
  const waiting = new Map<AccountId, NodeJS.Timeout>();
  const toldAt = new Map<AccountId, number>();

  const submit = (
    username: string,
    name:
      | 'v3.app.goal'
      | 'v3.chat.app_panels'
      | 'v3.chat.app_changed_relayed'
      | 'v3.chat.subject'
      | 'v3.chat.update',
    payload: object,
    id?: string,
  ) => deps.hub.submit(username, { kind: 'state', name, payload }, id);

  const tellPanels = async (username: string, rows: readonly AppRow[]) => {
    const { app_panel: app, tip_panel: tip } = panelsOf(rows, await deps.lives.present(rows));
    return submit(username, 'v3.chat.app_panels', {
      ...(app && { app_panel: app }),
      ...(tip && { tip_panel: tip }),
    });
  };

  /** A goal that was reached may have changed the subject. */
  const tellSubject = async (username: string, { roomId, type, config }: AppRow): Promise<boolean> => {
    if (!kindOf(type)?.goal?.subjectDoneOf(config)) return true;
    const { subject, subjectColor } = await deps.rooms.get(roomId);
    return submit(username, 'v3.chat.subject', { subject, subject_color: subjectColor });
  };

  /** What the room did not accept is told again by `tellMissed`; a closed goal appears there once. */
  const tellGoal = async (username: string, row: AppRow) => {
    const closings = row.state.closings.filter(({ number }) => number > row.toldNumber);
    const taken = await Promise.all([
      ...closings.map((closing) => {
        const id = `goal.${row.roomId}.${closing.number}.${closing.round}.${closing.step}`;
        return submit(username, 'v3.app.goal', closingEventOf(row, closing), id);
      }),
      submit(username, 'v3.app.goal', goalEventOf(row)),
      ...(row.state.status === 'reached' ? [tellSubject(username, row)] : []),
    ]);
    if (taken.every(Boolean)) await deps.apps.markTold(row);
  };

  const tell = async (roomId: AccountId): Promise<void> => {
    const nowMs = performance.now();
    for (const [known, atMs] of toldAt) if (nowMs - atMs >= EVERY_MS) toldAt.delete(known);
    toldAt.set(roomId, nowMs);
    const [owner, rows] = await Promise.all([deps.accounts.findById(roomId), deps.apps.list([roomId])]);
    if (!owner || rows.length === 0) return;
    for (const row of rows)
      if (isGoal(row)) await tellGoal(owner.username, row);
      // Its own feature announces it.
      else await deps.apps.markTold(row);
    await tellPanels(owner.username, rows);
  };

  return {
    mark(roomId) {
      if (waiting.has(roomId)) return;
      const sinceMs = performance.now() - (toldAt.get(roomId) ?? -Infinity);
      const run = () => {
        waiting.delete(roomId);
        tell(roomId).catch(deps.logged('a room could not be told of its goal'));
      };
      waiting.set(roomId, setTimeout(run, Math.max(SOON_MS, EVERY_MS - sinceMs)).unref());
    },
    async tellChanged(roomId, removed) {
      const [owner, rows] = await Promise.all([deps.accounts.findById(roomId), deps.apps.list([roomId])]);
      if (!owner) return;
      if (removed && isGoal(removed))
        await submit(owner.username, 'v3.app.goal', { ...goalEventOf(removed), status: 'ended' });
      const { appId, moduleIds } = idsOf(rows);
      const app = rows.find(({ type }) => type === appId);
      await submit(owner.username, 'v3.chat.app_changed_relayed', {
        app_id: appId ?? 0,
        module_ids: moduleIds,
        ...(app && { app: (await deps.lives.present([app]))[0]! }),
      });
      await submit(owner.username, 'v3.chat.update', {
        module_ids: moduleIds,
        app_ids: appId === null ? [] : [appId],
      });
      if (app && isGoal(app)) await submit(owner.username, 'v3.app.goal', goalEventOf(app));
      await tellPanels(owner.username, rows);
      // Payments made meanwhile are told by `tell` with the goals they closed.
      for (const { roomId: id, type, changes } of rows)
        await deps.apps.markTold({ roomId: id, type, changes });
    },
    async tellMissed() {
      for (const roomId of await deps.apps.listUntold(MISSED_MAX))
        await tell(roomId).catch(deps.logged('a room could not be told of its goal'));
    },
    stop() {
      for (const timer of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}
