import type { Bus } from '@klieg/contract/bus';
import { MEDIA_COMMANDS, type MediaCommand } from '@klieg/contract/media';
import type { Uuid } from '@klieg/kernel';
import type { Account, AccountStore } from '../../identity/index.ts';
import type { RoomRow, RoomStore } from '../../rooms/index.ts';

/** Tells media how much of a public stream's past to keep; of other streams media keeps nothing. */
export interface KeepPast {
  /** A media process delivers the broadcast under this name, and keeps this many minutes; undefined: nothing. */
  onDelivered(
    broadcastId: Uuid,
    told: { readonly streamName: string; readonly pastMinutes?: number },
  ): Promise<void>;
  /** The performer has changed the choice. */
  onWanted(account: Account): Promise<void>;
}

/** Everybody may see the picture now. */
const isOpen = (row: RoomRow): boolean => row.status === 'online' && row.streamName !== null;

export function makeKeepPast(deps: {
  readonly accounts: Pick<AccountStore, 'findById'>;
  readonly rooms: Pick<RoomStore, 'get' | 'findByBroadcast'>;
  readonly bus: Bus;
}): KeepPast {
  const command = (broadcastId: Uuid, streamName: string, minutes: number): void =>
    deps.bus.publish(MEDIA_COMMANDS, {
      kind: 'keep_past',
      broadcastId,
      streamName,
      minutes,
    } satisfies MediaCommand);

  return {
    async onDelivered(broadcastId, { streamName, pastMinutes }) {
      const row = await deps.rooms.findByBroadcast(broadcastId);
      // Media is told again about a name that the room no longer has, or not yet.
      if (!row || !isOpen(row) || row.streamName !== streamName) return;
      const account = await deps.accounts.findById(row.accountId);
      if (!account || account.settings.dvr_minutes === pastMinutes) return;
      command(broadcastId, streamName, account.settings.dvr_minutes);
    },
    async onWanted(account) {
      const row = await deps.rooms.get(account.id);
      if (row.broadcastId && isOpen(row))
        command(row.broadcastId, row.streamName!, account.settings.dvr_minutes);
    },
  };
}
