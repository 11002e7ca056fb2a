import { TIP_MENU } from '@klieg/contract/features/acts/limits';
import { tipMenuConfig } from '@klieg/contract/features/acts/menu-config';
import { tipGoalConfig } from '@klieg/contract/features/room-games/goal-config';
import { TIP_GOAL } from '@klieg/contract/features/room-games/goal-limits';
import type { AccountId } from '@klieg/kernel';
import type { DemoApp, DemoStore } from './demo-store.ts';

/** What performers of the demo do for tokens, and how many of it there are. */
const ITEMS: readonly (readonly [label: string, price: number, stock: number | null])[] = [
  ['Say hello to you by name', 10, null],
  ['Answer a question', 25, null],
  ['Song request', 40, null],
  ['Read a page aloud', 45, null],
  ['Play your record next', 60, null],
  ['A trick with the cards', 75, null],
  ['Show how it is made', 80, null],
  ['A postcard from here', 150, 5],
  ['A drawing of your pet', 220, 3],
  ['Choose what I work on tomorrow', 300, 1],
];
const LEAST_ITEMS = 4;

const GOALS: readonly (readonly [label: string, target: number])[] = [
  ['A song of the room’s choice', 400],
  ['The long version, without a break', 1_200],
  ['Half an hour more tonight', 800],
  ['The record that skips', 600],
  ['Something new that I have never played', 1_500],
];
/** So many of the first performers have a goal. */
const WITH_GOAL = 40;

/** The apps of the performer at this place of the list: always the same. */
export function appsOf(modelId: AccountId, place: number): readonly DemoApp[] {
  const count = LEAST_ITEMS + ((place * 5) % (ITEMS.length - LEAST_ITEMS + 1));
  const items = ITEMS.filter((_, at) => (at * 7 + place * 3) % ITEMS.length < count);
  const menu = tipMenuConfig.parse({
    items: items.map(([label, price, stock], at) => ({ item_id: `item-${at}`, label, price, stock })),
  });
  const [label, target] = GOALS[place % GOALS.length]!;
  const goal = tipGoalConfig.parse({ label, target });
  return [
    { modelId, type: TIP_MENU, isExclusive: false, config: menu },
    ...(place < WITH_GOAL && place % 3 !== 2
      ? [{ modelId, type: TIP_GOAL, isExclusive: true, config: goal }]
      : []),
  ];
}

/** Gives the rooms of the demo menus and goals; a repeat changes nothing. */
export const seedMenus = (
  store: Pick<DemoStore, 'installApps'>,
  models: readonly AccountId[],
): Promise<void> => store.installApps(models.flatMap((id, place) => appsOf(id, place)));
