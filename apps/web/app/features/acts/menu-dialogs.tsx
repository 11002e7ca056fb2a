import { Dialog } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import { BuyItemDialog } from './buy-item-dialog.tsx';
import { MenuItem } from './menu-item.tsx';
import type { MenuPart } from './menu-state.ts';
import type { Menu } from './use-menu.ts';

/** What a press on the menu opens. */
export default function MenuDialogs({
  menu,
  part,
  room,
  tools,
}: SlotProps<MenuPart> & { readonly menu: Menu }) {
  const { open } = menu;
  if (open.kind === 'none') return null;
  if (open.kind === 'buy')
    return (
      <BuyItemDialog
        key={open.item.id}
        item={open.item}
        receiver={room.user}
        onSent={(tokens) => tools.dispatch({ name: 'page.own-tip', payload: { tokens } })}
        onClose={menu.close}
      />
    );
  return (
    <Dialog title={<Trans>Tip menu</Trans>} onClose={menu.close}>
      {menu.isClosed && (
        <p className="pb-3 text-ink-2">
          <Trans>It is on sale only during the public show.</Trans>
        </p>
      )}
      <div className="menu-all">
        {part.items.map((item) => (
          <MenuItem key={item.id} item={item} isClosed={menu.isClosed} onChoose={menu.choose} />
        ))}
      </div>
    </Dialog>
  );
}
