import type { PAGE_EVENTS } from '@klieg/contract/features/tracking/limits';

export type PageEventName = (typeof PAGE_EVENTS)[number];
export interface Tracked {
  readonly name: PageEventName;
  readonly params?: Readonly<Record<string, string | number | boolean>>;
}

/** Name of the event by which the page reports something worth counting. */
export const TRACKED = 'klieg.tracked';

/** Says that something has happened; it is counted where the visitor has agreed to that, else nobody hears it. */
export const track = (name: PageEventName, params?: Tracked['params']): void =>
  void dispatchEvent(new CustomEvent<Tracked>(TRACKED, { detail: { name, ...(params && { params }) } }));
