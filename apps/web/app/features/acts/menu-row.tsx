import { useLingui } from '@lingui/react/macro';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import { MenuItem } from './menu-item.tsx';
import { OpenedMenu } from './opened-menu.tsx';
import type { MenuPart } from './menu-state.ts';
import { useMenu } from './use-menu.ts';

/** The menu as one row above the tip control, on phones, which have no room below the picture. */
export function MenuRow(props: SlotProps<MenuPart>) {
  const { t } = useLingui();
  const menu = useMenu(props);
  return (
    <fieldset className="menu-row" aria-label={t`Tip menu`}>
      {props.part.items.map((item) => (
        <MenuItem key={item.id} item={item} isClosed={menu.isClosed} onChoose={menu.choose} />
      ))}
      <OpenedMenu {...props} menu={menu} />
    </fieldset>
  );
}
