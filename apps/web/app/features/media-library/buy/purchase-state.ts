/** A purchase on this page (S3003). */
export type PurchaseState =
  | { readonly kind: 'offered' }
  | { readonly kind: 'confirming'; readonly price: number }
  | { readonly kind: 'posting'; readonly price: number }
  | { readonly kind: 'owned' }
  | { readonly kind: 'refused'; readonly price: number };

export type PurchaseEvent =
  | { readonly type: 'asked'; readonly price: number }
  | { readonly type: 'confirmed' }
  | { readonly type: 'bought' }
  | { readonly type: 'refused' }
  | { readonly type: 'left' };

/** One press is one charge: while it is posted, and once it is owned, no other event starts over. */
export function reducePurchase(state: PurchaseState, event: PurchaseEvent): PurchaseState {
  switch (event.type) {
    case 'asked':
      return state.kind === 'offered' || state.kind === 'refused'
        ? { kind: 'confirming', price: event.price }
        : state;
    case 'confirmed':
      return state.kind === 'confirming' || state.kind === 'refused'
        ? { kind: 'posting', price: state.price }
        : state;
    case 'bought':
      return { kind: 'owned' };
    case 'refused':
      return state.kind === 'posting' ? { kind: 'refused', price: state.price } : state;
    case 'left':
      return state.kind === 'confirming' || state.kind === 'refused' ? { kind: 'offered' } : state;
  }
}
