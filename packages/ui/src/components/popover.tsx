import { Popover as RadixPopover } from 'radix-ui';
import { type ReactNode, type RefObject, useRef } from 'react';

export interface PopoverProps {
  /** The element that opened it; the card is placed beside it. */
  readonly anchor: Element;
  readonly label: string;
  /** Called by Esc and a press outside it. */
  readonly onClose: () => void;
  readonly side?: 'left' | 'bottom' | 'top';
  /** Where focus goes afterwards when it holds something, else back to the opener. */
  readonly returnTo?: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}

/** A card beside the element that opened it; mounted means open, focus goes back to the opener. */
export function Popover({ anchor, label, onClose, side = 'left', returnTo, children }: PopoverProps) {
  // The opener may leave the page while the card is open: the card stays where it was.
  const rect = useRef(anchor.getBoundingClientRect());
  const virtual = useRef({
    getBoundingClientRect: () => {
      if (anchor.isConnected) rect.current = anchor.getBoundingClientRect();
      return rect.current;
    },
  });
  return (
    <RadixPopover.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <RadixPopover.Anchor virtualRef={virtual} />
      <RadixPopover.Portal>
        <RadixPopover.Content
          className="popover"
          side={side}
          align="start"
          sideOffset={8}
          collisionPadding={12}
          aria-label={label}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            const target = returnTo?.current ?? anchor;
            if (target instanceof HTMLElement && target.isConnected) target.focus();
          }}
        >
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  );
}
