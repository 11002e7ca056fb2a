import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import type { IconName } from '../icons/icon-name.ts';
import { Icon } from './icon.tsx';
import { joinClasses } from './join-classes.ts';

export interface MenuProps {
  /** The button that opens the menu; takes a ref and the trigger's attributes. */
  readonly trigger: ReactNode;
  readonly align?: 'start' | 'end';
  readonly children: ReactNode;
}

/** A list of actions under its button; arrow keys, letters and Esc work. */
export function Menu({ trigger, align = 'end', children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align={align} sideOffset={6} collisionPadding={8}>
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export interface MenuItemProps {
  readonly icon?: IconName;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** Shown as the current one of several. */
  readonly selected?: boolean;
  readonly onSelect?: () => void;
  /** A link is given as the child, with `asLink`. */
  readonly asLink?: boolean;
  readonly children: ReactNode;
}

/** One action of a menu, or a link when `asLink` is set and the child is the link. */
export function MenuItem({ icon, danger, disabled, selected, onSelect, asLink, children }: MenuItemProps) {
  return (
    <DropdownMenu.Item
      className={joinClasses('menu-item', danger && 'menu-item-danger')}
      disabled={disabled ?? false}
      asChild={asLink ?? false}
      {...(onSelect && { onSelect })}
    >
      {asLink ? (
        children
      ) : (
        <>
          {icon && <Icon name={icon} size={16} />}
          <span className="grow">{children}</span>
          {selected && <Icon name="check-bold" size={14} />}
        </>
      )}
    </DropdownMenu.Item>
  );
}

/** A hairline between groups of a menu. */
export function MenuLine() {
  return <DropdownMenu.Separator className="menu-line" />;
}
