import type { Payload } from '@klieg/contract';
import { useSyncExternalStore } from 'react';
import { makeEventStore } from '../event-store.ts';

type Told = Pick<Payload<'v3.xfollow.direct_message.new_notification'>, 'unread' | 'from'>;

const NONE: Told = { unread: 0, from: null };

/**
 * How many messages of performers to the members of their clubs the person has not read, and who has sent the newest;
 * undefined: a new connection, which repeats what is unread.
 */
export const clubMessages = makeEventStore<Told, Told | undefined>(NONE, (_before, told) => told ?? NONE);

/** The same, for what is drawn by it. */
export const useClubMessages = (): Told =>
  useSyncExternalStore(clubMessages.subscribe, clubMessages.get, () => NONE);
