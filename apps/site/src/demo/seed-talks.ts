import { type AccountId, type Uuid, uuidv7 } from '@klieg/kernel';
import { makeMessageStore } from '../features/direct-messages/index.ts';
import { makeFriendStore } from '../features/friends/index.ts';
import { deriveTransferId } from '../features/ledger/index.ts';
import type { Database } from '../platform/postgres/index.ts';
import { makeDemoStore } from './demo-store.ts';
import { demoFriends, demoTalks } from './demo-talks.ts';

/** A fixed key: every message of the demo is written once, however often it starts. */
const TALK_KEY = '01932b5e-8c00-7000-8000-000000000002' as Uuid;

/** Gives the demo's people friends and conversations; a repeat changes nothing. */
export async function seedTalks(database: Database, ids: ReadonlyMap<string, AccountId>): Promise<void> {
  const friends = makeFriendStore(database);
  const messages = makeMessageStore(database);
  const idOf = (name: string): AccountId => ids.get(name)!;

  for (const [asker, asked, status] of demoFriends) {
    await friends.change(idOf(asker), idOf(asked), ({ seen }) => ({
      change: seen === null ? { to: 'requested' as const, isUnseen: false } : null,
    }));
    if (status === 'agreed')
      await friends.change(idOf(asked), idOf(asker), ({ seen }) => ({
        change: seen === 'TO_CONFIRM' ? { to: 'confirmed' as const } : null,
      }));
  }

  const written: { clientId: string; minutesAgo: number }[] = [];
  for (const [place, { from, to, text, minutesAgo, isUnread }] of demoTalks.entries()) {
    const clientId = deriveTransferId(`demo:talk:${place}`, TALK_KEY);
    const kept = await messages.keep({
      id: uuidv7(),
      senderId: idOf(from),
      receiverId: idOf(to),
      clientId,
      isForFans: false,
      text,
      imageId: undefined,
      tipTokens: null,
      isUnseen: false,
      isFree: true,
    });
    if (kept.is !== 'kept') continue;
    written.push({ clientId, minutesAgo });
    if (!isUnread) await messages.markRead(idOf(to), idOf(from), kept.message.id);
  }
  await makeDemoStore(database).dateTalks(written);
}
