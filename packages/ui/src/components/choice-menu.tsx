import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

export interface ChoiceMenuProps<T extends string> {
  /** The button that opens the menu; takes a ref and the trigger's attributes. */
  readonly trigger: ReactNode;
  /** What is being chosen, for screen readers. */
  readonly label: string;
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly options: readonly { readonly value: T; readonly text: ReactNode; readonly note?: ReactNode }[];
  /** Parent of the list; needed where only a part of the page is in fullscreen. */
  readonly container?: HTMLElement | null;
  /** Opens without a press, for a menu whose code the press has fetched. */
  readonly defaultOpen?: boolean;
  readonly onOpenChange?: (isOpen: boolean) => void;
}

/** Exclusive choices under a button; arrow keys, letters and Esc work, the current one is marked and announced. */
export function ChoiceMenu<T extends string>({
  trigger,
  label,
  value,
  onChange,
  options,
  container,
  defaultOpen = false,
  onOpenChange,
}: ChoiceMenuProps<T>) {
  const pick = (next: string) => {
    const option = options.find((candidate) => candidate.value === next);
    if (option) onChange(option.value);
  };
  return (
    <DropdownMenu.Root modal={false} defaultOpen={defaultOpen} {...(onOpenChange && { onOpenChange })}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal {...(container && { container })}>
        <DropdownMenu.Content
          className="menu"
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
        >
          <DropdownMenu.RadioGroup value={value} onValueChange={pick}>
            {options.map((option) => (
              <DropdownMenu.RadioItem key={option.value} value={option.value} className="menu-item">
                <span className="grow">
                  {option.text}
                  {option.note && <span className="text-ink-3"> · {option.note}</span>}
                </span>
                <DropdownMenu.ItemIndicator>
                  <Icon name="check-bold" size={14} />
                </DropdownMenu.ItemIndicator>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
