/** What a receiver says to its sender: its offer, and once it knows the answer where it can be reached. */
export type ReceiverMessage =
  | { readonly offer: number; readonly sdp: string }
  | { readonly candidates: number; readonly list: readonly string[] };
