import type { z } from 'zod';

/** Who may receive an event (closed list of the wire page). */
export type Audience =
  | 'server'
  | 'socket'
  | 'account'
  | 'pair'
  | 'payer'
  | 'spy'
  | 'streamer'
  | 'room'
  | 'mode'
  | 'subscribers'
  | 'members'
  | 'friends'
  | 'followers'
  | 'staff'
  | 'everyone';

/** Filters that the server applies before a field leaves (F1 to F9). */
export type Filter = 'F1' | 'F2' | 'F3' | 'F4' | 'F5' | 'F6' | 'F7' | 'F8' | 'F9';

/** One socket event. The order of `fields` is the order of the bit mask and never changes (W12, W20). */
export interface EventSpec {
  /** Permanent position in the template list. After edition 1 ids come from the feature's own hundred. */
  readonly id: number;
  /** Edition of the template list that introduced the event; absent: the first (W20). */
  readonly since?: number;
  /** Fields appended to `fields` later, each with its edition. */
  readonly added?: Readonly<Record<string, number>>;
  /** Nobody serves it yet: the server never sends it, and answers `not_yet` to a page that does. */
  readonly planned?: true;
  readonly sockets: readonly ('lobby' | 'room')[];
  /** Seen from the page: `in` is sent by the server. */
  readonly direction: 'in' | 'out' | 'both';
  /** `state` carries absolute values and a `seq`; a `moment` happens once. */
  readonly nature: 'state' | 'moment' | 'message';
  /** State events only: numbered per room, or per object of its owner (W51). */
  readonly scope?: 'room' | 'own';
  readonly audience: readonly Audience[];
  readonly filters?: readonly Filter[];
  /** Rate limit of messages from the page: at most `burst` at once, refilled by `perSecond`. */
  readonly rate?: { readonly burst: number; readonly perSecond: number };
  /** Longest message from the page in bytes where it is not 4 KiB (W40). */
  readonly bytesMax?: number;
  /** Requirement ids that the event answers. */
  readonly ids: readonly string[];
  readonly fields: Readonly<Record<string, z.ZodType>>;
}

/** Declares the events of a feature; the compiler keeps names and field types. */
export const events = <const T extends Readonly<Record<string, EventSpec>>>(specs: T): T => specs;

type OptionalKeys<F> = { [K in keyof F]: undefined extends z.output<F[K] & z.ZodType> ? K : never }[keyof F];

/** The payload of an event: absent means "not said", null means "now empty" (W14). */
export type PayloadOf<S extends EventSpec> = {
  -readonly [K in Exclude<keyof S['fields'], OptionalKeys<S['fields']>>]: z.output<S['fields'][K]>;
} & {
  -readonly [K in OptionalKeys<S['fields']>]?: z.output<S['fields'][K]> | undefined;
};
