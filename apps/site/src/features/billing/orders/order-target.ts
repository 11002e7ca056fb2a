import type { OrderState } from '@klieg/contract';

/** Money that was taken and pays for nothing. */
export interface SuspendedPayment {
  readonly transactionId: string;
  readonly reason: 'second_payment' | 'amount_differs';
  readonly amountCents: number;
  readonly currency: string;
}

/** What an order is by its facts. */
export interface OrderTarget {
  /** Undefined while no fact decides it: it stays as it is. */
  readonly state: OrderState | undefined;
  readonly declineCode: string | null;
  /** The transaction that pays for the order; null while none does. */
  readonly transactionId: string | null;
  /** Tokens that the payment brought, before anything was taken back; 0 while nothing was paid. */
  readonly creditedTokens: number;
  /** How many of these were taken back. */
  readonly refundedTokens: number;
  readonly chargedBackTokens: number;
  readonly suspended: readonly SuspendedPayment[];
  /** What was sold, where the payment rather than the order decides it. */
  readonly sold?: { readonly tokens: number; readonly amountCents: number };
}
