import { CallError } from '@klieg/contract/client';
import { api } from '../api/client.ts';
import { readLocal, writeLocal } from '../local-store.ts';
import { meStore } from './me-store.ts';
import { changeHidden, changeSwiper } from './swiper-state.ts';

/*
 * Performers whom somebody does not want to see. Every browser stores them and filters its lists, so that pages are the
 * same for everybody. A member's list belongs to the account: the browser adopts it. Changes by a guest are kept until
 * somebody logs in there, and are then sent to the account.
 */

const UNTOLD = 'hidden-untold';

type Untold = Readonly<Record<string, boolean>>;

const parseUntold = (value: unknown): Untold | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Untold) : undefined;
const readUntold = (): Untold => readLocal(UNTOLD, parseUntold) ?? {};

const keepUntold = (username: string, isHidden: boolean): void =>
  writeLocal(UNTOLD, { ...readUntold(), [username]: isHidden });

/** Sends a change to the account; a failed one is sent with the next page. */
async function tell(username: string, isHidden: boolean): Promise<void> {
  try {
    const { hidden } = await api.hidePerson({ params: { username }, body: { hidden: isHidden } });
    takeHidden(hidden);
  } catch (error) {
    // Deleted people are not reported.
    if (error instanceof CallError && error.httpStatus === 404) return;
    keepUntold(username, isHidden);
  }
}

/** The account's list replaces this browser's. */
export const takeHidden = (names: readonly string[]): void => changeSwiper({ hidden: names });

/** Hides a performer from all lists, or shows them again; at once here, for members in the account, too. */
export function hideModel(username: string, isHidden: boolean): void {
  changeHidden(username, isHidden);
  if (meStore.get().kind === 'member') void tell(username, isHidden);
  else keepUntold(username, isHidden);
}

/** Brings this browser and the account of its member together, once in a page. Runs where somebody is logged in. */
export async function joinHidden(): Promise<void> {
  const untold = Object.entries(readUntold());
  writeLocal(UNTOLD, {});
  for (const [username, isHidden] of untold) await tell(username, isHidden);
  const left = Object.entries(readUntold());
  const { hidden } = await api.listIgnored();
  const names = new Set([...left.filter(([, isHidden]) => isHidden).map(([name]) => name), ...hidden]);
  for (const [name, isHidden] of left) if (!isHidden) names.delete(name);
  takeHidden([...names]);
}
