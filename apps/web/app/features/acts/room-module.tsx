import { withTexts } from '../../shared/language/with-texts.ts';
import { defineRoomModule, type SlotProps } from '../../shared/room-module/room-module.ts';
import { MenuRow } from './menu-row.tsx';
import { MenuSection } from './menu-section.tsx';
import { MENU_READS, type MenuPart, reduceMenu, startMenu } from './menu-state.ts';
import './acts.css';

const hasMenu = ({ part, room, tools }: SlotProps<MenuPart>): boolean =>
  part.items.length > 0 && tools.place === 'room' && !room.viewer.is_owner;

/** On phones the row is shown only while something can be bought: the chat needs the height. */
const canBuy = (props: SlotProps<MenuPart>): boolean => hasMenu(props) && props.now.status === 'online';

/** The tip menu: what viewers can buy, and the performer's menu with the list of owed acts. */
export const menuModule = defineRoomModule({
  key: 'menu',
  reads: MENU_READS,
  start: startMenu,
  reduce: reduceMenu,
  slots: {
    // Many rooms have one, so it comes with the page and can be pressed at once; what it opens comes with the press.
    'stage.below': [{ order: 6, when: hasMenu, draw: MenuSection }],
    'side.foot': [{ order: 5, when: canBuy, draw: MenuRow }],
    'studio.first': [{ order: 30, load: withTexts(() => import('./studio/owed-studio.tsx')) }],
    'studio.module': [{ order: 12, load: withTexts(() => import('./studio/menu-studio.tsx')) }],
  },
});
