import type { ErrorTable } from './error-spec.ts';
import { billingErrors } from './billing/errors.ts';
import { blocksErrors } from './blocks/errors.ts';
import { broadcastErrors } from './broadcast/errors.ts';
import { commonErrors } from './common/errors.ts';
import { complianceErrors } from './compliance/errors.ts';
import { directMessagesErrors } from './direct-messages/errors.ts';
import { discoveryErrors } from './discovery/errors.ts';
import { fanClubErrors } from './fan-club/errors.ts';
import { friendsErrors } from './friends/errors.ts';
import { identityErrors } from './identity/errors.ts';
import { ledgerErrors } from './ledger/errors.ts';
import { ratingsErrors } from './ratings/errors.ts';
import { roomChatErrors } from './room-chat/errors.ts';
import { roomGamesErrors } from './room-games/errors.ts';
import { roomsErrors } from './rooms/errors.ts';
import { settingsErrors } from './settings/errors.ts';
import { tippingErrors } from './tipping/errors.ts';

/** Every code that the product answers. */
export const errorSpecs = {
  ...billingErrors,
  ...blocksErrors,
  ...broadcastErrors,
  ...commonErrors,
  ...complianceErrors,
  ...directMessagesErrors,
  ...discoveryErrors,
  ...fanClubErrors,
  ...friendsErrors,
  ...identityErrors,
  ...ledgerErrors,
  ...ratingsErrors,
  ...roomChatErrors,
  ...roomGamesErrors,
  ...roomsErrors,
  ...settingsErrors,
  ...tippingErrors,
} as const satisfies ErrorTable;

export type ErrorCode = keyof typeof errorSpecs;
