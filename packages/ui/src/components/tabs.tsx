import { Tabs as RadixTabs } from 'radix-ui';
import type { ReactNode } from 'react';

export interface TabsProps<T extends string> {
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly label: string;
  readonly tabs: readonly { readonly value: T; readonly text: ReactNode }[];
  /** Stands at the end of the row of tabs. */
  readonly end?: ReactNode;
  /** Panels, as `TabPanel` elements. */
  readonly children: ReactNode;
  readonly className?: string;
}

/** Panels of one place; arrow keys move between tabs. */
export function Tabs<T extends string>({
  value,
  onChange,
  label,
  tabs,
  end,
  children,
  className,
}: TabsProps<T>) {
  const pick = (next: string) => {
    const tab = tabs.find((candidate) => candidate.value === next);
    if (tab) onChange(tab.value);
  };
  return (
    <RadixTabs.Root value={value} onValueChange={pick} className={className}>
      <div className="tab-row">
        <RadixTabs.List className="tabs" aria-label={label}>
          {tabs.map((tab) => (
            <RadixTabs.Trigger key={tab.value} value={tab.value} className="tab">
              {tab.text}
            </RadixTabs.Trigger>
          ))}
        </RadixTabs.List>
        {end}
      </div>
      {children}
    </RadixTabs.Root>
  );
}

export interface TabPanelProps {
  readonly value: string;
  /** Stays in the page while another tab is shown, for panels that keep a scroll position. */
  readonly keep?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/** What one tab shows. */
export function TabPanel({ value, keep, className, children }: TabPanelProps) {
  return (
    <RadixTabs.Content value={value} className={className} {...(keep && { forceMount: true as const })}>
      {children}
    </RadixTabs.Content>
  );
}
