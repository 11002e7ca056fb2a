import type { ReportAction } from '@klieg/contract';
import { AppError } from '@klieg/kernel';
import type { BroadcastFeature } from '../broadcast/index.ts';
import type { Account, AccountStore } from '../identity/index.ts';
import type { RoomChatFeature } from '../room-chat/index.ts';
import { actionsOf } from './report-actions.ts';
import type { KeptCase } from './report-desk-store.ts';

/** What a moderator does with what was reported, outside of the case itself. */
export interface ActOnReport {
  /** Actions with which that moderator can decide the case. */
  possible(held: KeptCase, by: Account): Promise<ReportAction[]>;
  /**
   * Silences, kicks or bans in the room, removes the line, ends the stream; everything else follows in the transaction
   * that decides the case. A repeat changes nothing more.
   * @throws moderation.cannot_sanction
   */
  act(
    held: KeptCase,
    by: Account,
    wish: { readonly action: ReportAction; readonly minutes?: number | undefined },
  ): Promise<void>;
}

/** Runs something that may find it was already done, or that the thing is gone. */
async function unless(code: string, run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== code) throw error;
  }
}

export function makeActOnReport(deps: {
  readonly accounts: Pick<AccountStore, 'findById' | 'findByUsername'>;
  readonly moderation: Pick<RoomChatFeature['moderation'], 'sanction' | 'deleteLine'>;
  readonly broadcasts: Pick<BroadcastFeature['broadcasts'], 'stop'>;
  /** Removes a media for good, with refunds. */
  readonly removeMedia: (mediaId: number, reason: string) => Promise<void>;
  /** Nobody sanctions staff. */
  readonly isStaff: (account: Account) => boolean;
}): ActOnReport {
  const roomOf = async ({ evidence: { room } }: KeptCase): Promise<Account | undefined> =>
    typeof room === 'string' ? deps.accounts.findByUsername(room) : undefined;
  const subjectOf = ({ subjectId }: KeptCase) =>
    subjectId === null ? undefined : deps.accounts.findById(subjectId);

  const remove = async (held: KeptCase, by: Account, room: Account | undefined): Promise<void> => {
    const actor = { id: by.id, username: by.username, role: 'site_mod' } as const;
    if (held.kind === 'message' && room)
      return unless('room_chat.message_gone', () => deps.moderation.deleteLine(room, actor, held.target));
    if (held.kind === 'media') return deps.removeMedia(Number(held.target), 'Removed by the house');
    const subject = await subjectOf(held);
    if (subject) await unless('broadcast.not_live', () => deps.broadcasts.stop(subject));
  };

  return {
    async possible(held, by) {
      const [subject, room] = await Promise.all([subjectOf(held), roomOf(held)]);
      const isProtected = subject !== undefined && (subject.id === by.id || deps.isStaff(subject));
      return actionsOf(held.kind, {
        isKnown: subject !== undefined,
        isProtected,
        hasRoom: room !== undefined,
      });
    },
    async act(held, by, { action, minutes }) {
      const room = await roomOf(held);
      if (action === 'remove') return remove(held, by, room);
      if (action !== 'silence' && action !== 'kick' && action !== 'ban') return;
      const actor = { id: by.id, username: by.username, role: 'site_mod' } as const;
      try {
        await deps.moderation.sanction(room!, actor, { username: held.subject!, action, minutes });
      } catch (error) {
        const isRefused = error instanceof AppError && error.code === 'room_chat.cannot_moderate';
        throw isRefused ? new AppError('moderation.cannot_sanction') : error;
      }
    },
  };
}
