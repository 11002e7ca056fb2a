import {
  MENU_ITEMS_MAX,
  MENU_LABEL_MAX,
  MENU_PRICE_MAX,
  MENU_PRICE_MIN,
  MENU_STOCK_MAX,
} from '@klieg/contract/features/acts/limits';
import type { MenuItem } from '@klieg/contract/features/acts/menu-config';

/* What a performer types about the tip menu. Pure. */

export interface DraftItem {
  readonly id: string;
  readonly label: string;
  readonly price: string;
  /** How many can still be sold; empty: any number of times. */
  readonly left: string;
  readonly isOn: boolean;
}

export interface MenuDraft {
  readonly items: readonly DraftItem[];
  /** The version that it changes; undefined for a new menu. */
  readonly version: number | undefined;
}

export type MenuField = 'label' | 'price' | 'left';
/** Which fields are wrong, by the item's id. */
export type MenuFaults = ReadonlyMap<string, ReadonlySet<MenuField>>;

/** An installed menu as calls show it. */
export interface MenuApp {
  readonly config: { readonly items: readonly MenuItem[] };
  readonly state: { readonly sold: Readonly<Record<string, number>> };
  readonly version: number;
}

const isWhole = (text: string, min: number, max: number): boolean =>
  /^\d{1,7}$/u.test(text.trim()) && Number(text) >= min && Number(text) <= max;

export const newItem = (): DraftItem => ({
  id: crypto.randomUUID(),
  label: '',
  price: '',
  left: '',
  isOn: true,
});

export const newDraft = (): MenuDraft => ({ items: [newItem()], version: undefined });

export function draftOf({ config, state, version }: MenuApp): MenuDraft {
  const leftOf = ({ item_id: id, stock }: MenuItem) =>
    stock === null ? '' : String(Math.max(0, stock - (state.sold[id] ?? 0)));
  return {
    version,
    items: config.items.map((item) => ({
      id: item.item_id,
      label: item.label,
      price: String(item.price),
      left: leftOf(item),
      isOn: item.enabled,
    })),
  };
}

/** There may be several errors; none: it can be sent. */
export function faultsOf({ items }: MenuDraft): MenuFaults {
  const wrong = ({ label, price, left }: DraftItem): ReadonlySet<MenuField> =>
    new Set<MenuField>([
      ...(label.trim() === '' || label.trim().length > MENU_LABEL_MAX ? ['label' as const] : []),
      ...(isWhole(price, MENU_PRICE_MIN, MENU_PRICE_MAX) ? [] : ['price' as const]),
      ...(left.trim() === '' || isWhole(left, 0, MENU_STOCK_MAX) ? [] : ['left' as const]),
    ]);
  return new Map(
    items.map((item) => [item.id, wrong(item)] as const).filter(([, fields]) => fields.size > 0),
  );
}

/** The menu as it is sent. The stock counts from the first sale on, so that a sale meanwhile is not undone. */
export const configOf = ({ items }: MenuDraft, sold: Readonly<Record<string, number>>) => ({
  items: items.map(({ id, label, price, left, isOn }) => ({
    item_id: id,
    label: label.trim(),
    price: Number(price),
    enabled: isOn,
    stock: left.trim() === '' ? null : Number(left) + (sold[id] ?? 0),
  })),
});

export const canAdd = ({ items }: MenuDraft): boolean => items.length < MENU_ITEMS_MAX;

export const changeItem = (draft: MenuDraft, id: string, change: Partial<DraftItem>): MenuDraft => ({
  ...draft,
  items: draft.items.map((item) => (item.id === id ? { ...item, ...change } : item)),
});

export const removeItem = (draft: MenuDraft, id: string): MenuDraft => ({
  ...draft,
  items: draft.items.filter((item) => item.id !== id),
});

/** Moves an item one place up; the first stays. */
export function raiseItem(draft: MenuDraft, id: string): MenuDraft {
  const at = draft.items.findIndex((item) => item.id === id);
  if (at < 1) return draft;
  const items = [...draft.items];
  items.splice(at - 1, 0, ...items.splice(at, 1));
  return { ...draft, items };
}
