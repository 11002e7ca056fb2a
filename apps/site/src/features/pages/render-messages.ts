/** What the site and the thread that renders its pages say to each other. */

/** An argument or a value as it crosses between the two; a query crosses as its text. */
export type Crossing = { readonly query: string } | { readonly value: unknown };

export type ToRenderer =
  | {
      readonly kind: 'render';
      readonly id: number;
      readonly url: string;
      readonly method: string;
      readonly headers: readonly (readonly [string, string])[];
      readonly nonce: string;
      readonly hasDevPages: boolean;
    }
  | { readonly kind: 'answer'; readonly callId: number; readonly value: unknown }
  | { readonly kind: 'failure'; readonly callId: number; readonly message: string };

export type FromRenderer =
  | { readonly kind: 'loaded' }
  | {
      readonly kind: 'call';
      readonly id: number;
      readonly callId: number;
      readonly name: string;
      readonly args: readonly Crossing[];
    }
  | {
      readonly kind: 'page';
      readonly id: number;
      readonly status: number;
      readonly headers: readonly (readonly [string, string])[];
      readonly body: ArrayBuffer;
    }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string };

/** What a page's code gives to a service; the request itself stays in its thread, its services are made for it. */
export function pack(value: unknown): Crossing {
  if (value instanceof URLSearchParams) return { query: value.toString() };
  return { value: value instanceof Request ? undefined : value };
}

export const unpack = (crossing: Crossing): unknown =>
  'query' in crossing ? new URLSearchParams(crossing.query) : crossing.value;
