import { Tooltip as RadixTooltip } from 'radix-ui';
import type { ReactNode } from 'react';

/** Distance of a tooltip from its control in pixels (CONSTANTS-043). */
const TOOLTIP_OFFSET = 8;

export interface TooltipProps {
  readonly text: ReactNode;
  /** A control that can have focus; takes a ref and the trigger's attributes. */
  readonly children: ReactNode;
}

/** One line about a control, by pointer and by focus; never the only place of a fact. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <RadixTooltip.Provider delayDuration={400}>
      <RadixTooltip.Root>
        <RadixTooltip.Trigger asChild>{children}</RadixTooltip.Trigger>
        <RadixTooltip.Portal>
          <RadixTooltip.Content className="tooltip" sideOffset={TOOLTIP_OFFSET} collisionPadding={8}>
            {text}
            <RadixTooltip.Arrow className="tooltip-arrow" />
          </RadixTooltip.Content>
        </RadixTooltip.Portal>
      </RadixTooltip.Root>
    </RadixTooltip.Provider>
  );
}
