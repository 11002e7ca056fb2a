import type { Payload } from '@klieg/contract';
import type { MediaCommand } from '@klieg/contract/media';
import { AppError, type Clock, type Log, type Uuid } from '@klieg/kernel';
import type { Outbox } from '#site/platform/events/index.ts';
import type { Transaction } from '#site/platform/postgres/index.ts';
import {
  isOnAir,
  type RoomHub,
  type RoomRow,
  type RoomStore,
  type StatusBoard,
  thumbUrl,
} from '../../rooms/index.ts';
import { showBegan, showEnded, wentLive, wentOffline } from './broadcast-facts.ts';
import type { Effect } from './broadcast-effects.ts';
import { type BroadcastInput, decide } from './broadcast-life.ts';
import type { IngestReports } from './ingest-reports.ts';
import type { Model, ModelPages } from './model-pages.ts';

const CHANGE_TRIES = 5;

/**
 * Applies an event to a model's broadcast: reads the room, decides, writes, and decides again after every lost race;
 * the process that wrote tells the others.
 * @param beside.known the room as just read; absent: it is read
 * @param beside.also written in the transaction of the change; not called where nothing changes
 * @param beside.first runs after the commit, before anybody else is told
 * @returns the room afterwards, changed or not
 * @throws broadcast.already_live, broadcast.not_live where the input is refused; common.unavailable after five lost
 * races
 */
export type RunBroadcast = (
  model: Model,
  input: BroadcastInput,
  beside?: {
    readonly known?: RoomRow | undefined;
    readonly also?: (transaction: Transaction, changed: RoomRow) => Promise<void>;
    readonly first?: () => void;
  },
) => Promise<RoomRow>;

type Delivered = Omit<Extract<Effect, { readonly kind: 'delivered' }>, 'kind' | 'broadcastId'>;

export interface RunDeps {
  readonly rooms: Pick<RoomStore, 'get' | 'change'>;
  readonly hub: Pick<RoomHub, 'find' | 'submit'>;
  readonly board: StatusBoard;
  readonly outbox: Outbox;
  readonly command: (wanted: MediaCommand) => void;
  readonly reports: IngestReports;
  readonly pages: ModelPages;
  readonly clock: Clock;
  readonly log: Log;
  /** A media process reports that it delivers this broadcast, and what it keeps of it. */
  readonly onDelivered: (broadcastId: Uuid, from: Delivered) => void;
}

/** Tells the room and all lists what the room is now. */
function announce(
  { hub, board, clock }: Pick<RunDeps, 'hub' | 'board' | 'clock'>,
  model: Model,
  row: RoomRow,
): void {
  const thumb = isOnAir(row.status) ? thumbUrl(model.username, clock.now()) : null;
  void hub.submit(model.username, {
    kind: 'state',
    name: 'v3.chat.update',
    payload: {
      ...(row.broadcastId && { id: row.broadcastId }),
      status: row.status,
      origin_server: null,
      stream_name: row.status === 'online' ? (row.streamName ?? undefined) : null,
      ...(row.width !== null && { width: row.width }),
      ...(row.height !== null && { height: row.height }),
      ...(thumb && { thumb_small: thumb }),
    } satisfies Omit<Payload<'v3.chat.update'>, 'seq'>,
  });
  board.announce({
    username: model.username,
    status: row.status,
    thumbSmall: thumb,
    userCount: hub.find(model.username)?.presence.countFor('viewers') ?? 0,
  });
}

const facts = {
  went_live: wentLive,
  show_began: showBegan,
  show_ended: showEnded,
  went_offline: wentOffline,
} as const;

export function makeRunBroadcast(deps: RunDeps): RunBroadcast {
  const { rooms, outbox, reports, pages } = deps;

  const saveNotes = async ({ id }: Model, effects: readonly Effect[], transaction: Transaction) => {
    for (const effect of effects)
      if (effect.kind === 'note')
        await outbox.add(transaction, facts[effect.fact], {
          accountId: id,
          broadcastId: effect.broadcastId,
        });
  };

  const askPage = async (model: Model): Promise<void> => {
    if (await pages.areSilent(model)) await run(model, { kind: 'page_silent' });
  };

  const perform = (model: Model, row: RoomRow, effect: Effect): void => {
    switch (effect.kind) {
      case 'note':
        // Saved already, by the transaction of the change.
        return;
      case 'command':
        return deps.command(effect.command);
      case 'announce':
        return announce(deps, model, row);
      case 'tell_model':
        return pages.tell(model, effect.payload);
      case 'ask_page':
        askPage(model).catch((error: unknown) =>
          deps.log.error({ err: error }, 'a page could not be asked whether it is there'),
        );
        return;
      case 'delivered':
        return deps.onDelivered(effect.broadcastId, effect);
      case 'keep_health':
        return reports.keepHealth(effect.broadcastId, effect.health);
      case 'keep_refusal':
        return reports.keepRefusal(model.id, effect.refusal);
      case 'forget_refusal':
        return reports.forgetRefusal(model.id);
      case 'forget_broadcast':
        return reports.forget(effect.broadcastId);
    }
  };

  const run: RunBroadcast = async (model, input, { known, also, first } = {}) => {
    let row = known;
    for (let attempt = 0; attempt < CHANGE_TRIES; attempt++) {
      row ??= await rooms.get(model.id);
      const decision = decide(row, input, deps.clock.now());
      if ('refusal' in decision) throw new AppError(decision.refusal);
      const { change, effects } = decision;
      const now = change
        ? await rooms.change(model.id, row.version, change, async (changed, transaction) => {
            await saveNotes(model, effects, transaction);
            await also?.(transaction, changed);
          })
        : row;
      if (now) {
        if (change) first?.();
        for (const effect of effects) perform(model, now, effect);
        if (change) outbox.nudge();
        return now;
      }
      // Somebody else was first: what was read is outdated.
      row = undefined;
    }
    throw new AppError('common.unavailable', { internal: 'room changed too often' });
  };
  return run;
}
