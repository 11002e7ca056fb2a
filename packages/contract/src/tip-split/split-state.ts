import { z } from 'zod';
import { instant, shape, uuid } from '../call.ts';

/** Modes of a tip split (LEDGER-TIP-005). */
export const tipSplitMode = z.enum(['available', 'proposed', 'success', 'canceled']);

/** A tip split as one person sees it. `available`: none is running, and everything else is empty. */
export const tipSplitState = shape({
  mode: tipSplitMode,
  /**
   * Who has a seat, the proposer first. `paid` when the performer has the tokens: of everybody at once, or of nobody.
   */
  splitters: z.array(shape({ username: z.string(), paid: z.boolean() })),
  target_splitters: z.int(),
  /** Seats that are free. */
  remaining: z.int(),
  /** Tokens that each gives. */
  split_amount: z.int(),
  expires_at: instant.nullable(),
  split_id: uuid.nullable(),
  /** Whether the caller has a seat. */
  joined: z.boolean(),
  comment: z.string().nullable(),
});
export type TipSplitState = z.infer<typeof tipSplitState>;
