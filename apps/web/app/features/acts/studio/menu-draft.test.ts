import { MENU_LABEL_MAX } from '@klieg/contract/features/acts/limits';
import { tipMenuConfig } from '@klieg/contract/features/acts/menu-config';
import { expect, test } from 'vitest';
import {
  changeItem,
  configOf,
  draftOf,
  faultsOf,
  type MenuDraft,
  newDraft,
  newItem,
  raiseItem,
  removeItem,
} from './menu-draft.ts';

const song = { id: 'song', label: 'Song', price: '40', left: '', isOn: true };
const draw = { id: 'draw', label: 'Drawing', price: '100', left: '2', isOn: false };
const draft: MenuDraft = { items: [song, draw], version: 3 };

test('what is sent is what the server takes, with the stock counted from the first sale', () => {
  const config = configOf(draft, { draw: 5 });
  expect(config.items).toEqual([
    { item_id: 'song', label: 'Song', price: 40, enabled: true, stock: null },
    { item_id: 'draw', label: 'Drawing', price: 100, enabled: false, stock: 7 },
  ]);
  expect(tipMenuConfig.parse(config)).toEqual(config);
  expect(draftOf({ config: tipMenuConfig.parse(config), state: { sold: { draw: 5 } }, version: 3 })).toEqual(
    draft,
  );
});

test('an item that was sold out shows that none is left', () => {
  const config = configOf({ ...draft, items: [{ ...draw, left: '0' }] }, { draw: 5 });
  const [item] = draftOf({
    config: tipMenuConfig.parse(config),
    state: { sold: { draw: 6 } },
    version: 1,
  }).items;
  expect(item!.left).toBe('0');
});

test('says of each item which fields are wrong', () => {
  const wrong = (change: object) => [...(faultsOf(changeItem(draft, 'song', change)).get('song') ?? [])];
  expect(faultsOf(draft).size).toBe(0);
  expect(wrong({ label: '  ' })).toEqual(['label']);
  expect(wrong({ label: 'x'.repeat(MENU_LABEL_MAX + 1) })).toEqual(['label']);
  for (const price of ['', '0', '1.5', '100001', 'ten', '-1']) expect(wrong({ price })).toEqual(['price']);
  for (const left of ['-1', '10001', 'x']) expect(wrong({ left })).toEqual(['left']);
  expect([...faultsOf(newDraft()).values()].map((fields) => [...fields])).toEqual([['label', 'price']]);
});

test('items are raised, removed and new ones have ids that the server takes', () => {
  expect(raiseItem(draft, 'draw').items.map(({ id }) => id)).toEqual(['draw', 'song']);
  expect(raiseItem(draft, 'song')).toBe(draft);
  expect(removeItem(draft, 'song').items).toEqual([draw]);
  const item = { ...newItem(), label: 'New', price: '5' };
  expect(tipMenuConfig.safeParse(configOf({ items: [item], version: undefined }, {})).success).toBe(true);
});
