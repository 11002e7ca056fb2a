import { z } from 'zod';
import { shape } from '../call.ts';
import { text } from '../event-fields.ts';
import { MENU_ITEMS_MAX, MENU_LABEL_MAX, MENU_PRICE_MAX, MENU_PRICE_MIN, MENU_STOCK_MAX } from './limits.ts';

const label = text(MENU_LABEL_MAX)
  .transform((given) => given.replaceAll(/\s+/g, ' ').trim())
  .refine((given) => given !== '', 'required');

const menuItem = shape({
  item_id: z.string().regex(/^[A-Za-z0-9_-]{1,36}$/),
  label,
  price: z.int().min(MENU_PRICE_MIN).max(MENU_PRICE_MAX),
  enabled: z.boolean().default(true),
  /** How often it can still be sold; null: any number of times. */
  stock: z.int().min(0).max(MENU_STOCK_MAX).nullable().default(null),
});
export type MenuItem = z.infer<typeof menuItem>;

/** What a performer does for tokens, in the order in which the room shows it (http page, 17.1). */
export const tipMenuConfig = shape({
  items: z
    .array(menuItem)
    .min(1)
    .max(MENU_ITEMS_MAX)
    .refine((items) => new Set(items.map(({ item_id: id }) => id)).size === items.length, 'not_unique'),
});
export type TipMenuConfig = z.infer<typeof tipMenuConfig>;
