import { Button } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import { MenuItem } from './menu-item.tsx';
import { OpenedMenu } from './opened-menu.tsx';
import type { MenuPart } from './menu-state.ts';
import { useMenu } from './use-menu.ts';

/** How many fit below the picture in two columns; four in one. */
const SHOWN = 6;
const SHOWN_NARROW = 4;

/** The first items of the menu below the picture, and a link to all of them. */
export function MenuSection(props: SlotProps<MenuPart>) {
  const { items } = props.part;
  const menu = useMenu(props);
  const count = items.length;
  return (
    <section className="module menu-section" aria-labelledby="tip-menu-label">
      <div className="module-head">
        <h2 className="label grow" id="tip-menu-label">
          <Trans>Tip menu</Trans>
        </h2>
        {count > SHOWN_NARROW && (
          <Button size="small" kind="text" onClick={menu.showAll}>
            <Trans>All {count}</Trans>
          </Button>
        )}
      </div>
      <div className="menu-grid">
        {items.slice(0, SHOWN).map((item) => (
          <MenuItem key={item.id} item={item} isClosed={menu.isClosed} onChoose={menu.choose} />
        ))}
      </div>
      <OpenedMenu {...props} menu={menu} />
    </section>
  );
}
