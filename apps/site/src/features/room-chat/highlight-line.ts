import { HIGHLIGHT_TOKENS } from '@klieg/contract';
import { AppError, type Clock, type Uuid } from '@klieg/kernel';
import type { Account } from '../identity/index.ts';
import type { LiveRoom, RoomHub } from '../rooms/index.ts';
import type { HighlightCharge } from './highlight-charge.ts';
import { HIGHLIGHT_MS, refuseHighlight } from './highlight-rules.ts';

interface Deps {
  readonly hub: RoomHub;
  /** Why somebody may not give tokens to a room, as an error code, or null. */
  readonly refuseSpend: (
    payer: Account,
    payerCountry: string | null,
    receiver: Account,
  ) => Promise<string | null>;
  readonly charge: HighlightCharge;
  readonly clock: Clock;
}

export interface HighlightWish {
  readonly room: Account;
  readonly payer: Account;
  readonly payerCountry: string | null;
  readonly messageId: string;
  readonly key: Uuid;
}

/** Highlights lines of rooms for everybody, for pay or by those who moderate (S3206). */
export interface HighlightLine {
  /** @throws spend errors, room_chat.message_gone, common.forbidden; @returns the payer's tokens after it */
  pay(order: HighlightWish): Promise<number>;
  /** @throws room_chat.message_gone */
  pin(room: Account, messageId: string): Promise<void>;
}

export function makeHighlightLine({ hub, refuseSpend, charge, clock }: Deps): HighlightLine {
  const find = async (room: Account, messageId: string) => {
    const live = await hub.open(room.username, room.id);
    return { live, line: live.history.find(({ id }) => id === messageId) };
  };

  /** @param entryId by which repeats enter the room's order only once */
  const show = async (
    live: LiveRoom,
    line: LiveRoom['history'][number],
    tokens?: number,
    entryId?: string,
  ): Promise<void> => {
    const at = clock.now();
    const highlight = {
      id: line.id,
      ...(line.username && { username: line.username }),
      message: line.message,
      ...(tokens !== undefined && { tokens }),
      at,
      // The room's order adds the rest of a running one.
      until: at + HIGHLIGHT_MS,
    };
    if (!(await live.submit({ kind: 'highlight', highlight }, entryId)))
      throw new AppError('common.unavailable');
  };

  return {
    async pay({ room, payer, payerCountry, messageId, key }) {
      const { live, line } = await find(room, messageId);
      if (!line) {
        // The answer to the first press may have been lost, and the line have left the history since.
        const spendable = await charge.findPaid(payer.id, key);
        if (spendable !== undefined) return spendable;
      }
      const refused = refuseHighlight(line, payer.username) ?? (await refuseSpend(payer, payerCountry, room));
      if (refused) throw new AppError(refused);
      const order = {
        key,
        payer: payer.id,
        receiver: room.id,
        amountTokens: HIGHLIGHT_TOKENS,
        messageId,
      };
      const { id } = await charge.hold(order);
      await show(live, line!, HIGHLIGHT_TOKENS, id);
      return (await charge.pay(order)).spendable;
    },
    async pin(room, messageId) {
      const { live, line } = await find(room, messageId);
      if (!line) throw new AppError('room_chat.message_gone');
      await show(live, line);
    },
  };
}
