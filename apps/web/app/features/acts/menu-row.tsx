import { useLingui } from '@lingui/react/macro';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import { MenuItem } from './menu-item.tsx';
import type { MenuPart } from './menu-state.ts';
import { OpenedMenu } from './opened-menu.tsx';
import { useMenu } from './use-menu.ts';

/** The menu as one row above the tip control, on phones, which have no room below the picture. */
export function MenuRow(props: SlotProps<MenuPart>) {
  const { t } = useLingui();
  const menu = useMenu(props);
  return (
    <>
      <ul className="menu-row" aria-label={t`Tip menu`}>
        {props.part.items.map((item) => (
          <li key={item.id}>
            <MenuItem item={item} isClosed={menu.isClosed} onChoose={menu.choose} />
          </li>
        ))}
      </ul>
      <OpenedMenu {...props} menu={menu} />
    </>
  );
}
