import type { AccountId, Uuid } from '@klieg/kernel';
import { fact } from '../../platform/events/index.ts';

/** What open pages, sockets and streams must be told. */
export type HouseDeed =
  /** The silence of an account in all rooms has begun, changed or ended. */
  | { readonly does: 'silence'; readonly accountId: AccountId }
  /** Out of all rooms, while the sanction runs. */
  | { readonly does: 'put_out'; readonly accountId: AccountId; readonly sanctionId: Uuid }
  /** This broadcast ends, and no later one. */
  | { readonly does: 'end_broadcast'; readonly accountId: AccountId; readonly broadcastId: Uuid }
  /** Whatever this account broadcasts ends, while the sanction runs. */
  | { readonly does: 'bar_broadcasts'; readonly accountId: AccountId }
  /** These log-ins have ended. */
  | { readonly does: 'log_out'; readonly sessions: readonly Uuid[] }
  /** An account was suspended, with its log-ins. */
  | { readonly does: 'suspend'; readonly accountId: AccountId; readonly sessions: readonly string[] };

/** Staff has acted on a person: their pages and streams end on all nodes, even if the acting node dies. */
export const houseActed = fact<HouseDeed>('moderation.house_acted');
