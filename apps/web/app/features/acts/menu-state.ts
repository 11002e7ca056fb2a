import type { Room } from '@klieg/contract';
import type { RoomEvent } from '../../shared/room-module/room-events.ts';

/* A room's tip menu as in its panel, with what was sold while the page is open. */

export interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly tokens: number;
}

export interface MenuPart {
  readonly items: readonly MenuItem[];
  readonly epoch: string;
  readonly seq: number;
  /** Grows with everything that is bought: the performer's list is read again. */
  readonly sales: number;
}

export const MENU_READS = ['v3.chat.app_panels', 'v3.app.outcome', 'v3.room.snapshot'] as const;

type Panel = NonNullable<Room['app_panels']['tip_panel']> | null | undefined;

const itemsOf = (panel: Panel): readonly MenuItem[] =>
  panel?.radio_options.map(({ value: id, label, tokens }) => ({ id, label, tokens })) ?? [];

/** What is on the menu of a room. */
export const menuOf = ({ app_panels: panels }: Pick<Room, 'app_panels'>): readonly MenuItem[] =>
  itemsOf(panels.tip_panel);

export const startMenu = ({ app_panels: panels, epoch, seq }: Room): MenuPart => ({
  items: itemsOf(panels.tip_panel),
  epoch,
  seq,
  sales: 0,
});

/** The change made by one event; older ones undo nothing. */
export function reduceMenu(part: MenuPart, event: RoomEvent<(typeof MENU_READS)[number]>): MenuPart {
  if (event.name === 'v3.app.outcome') return { ...part, sales: part.sales + 1 };
  const { payload } = event;
  const epoch = 'epoch' in payload ? payload.epoch : part.epoch;
  if (epoch === part.epoch && payload.seq < part.seq) return part;
  const panel =
    event.name === 'v3.chat.app_panels' ? event.payload.tip_panel : event.payload.app_panels?.['tip_panel'];
  return { ...part, epoch, seq: payload.seq, items: itemsOf(panel as Panel) };
}
