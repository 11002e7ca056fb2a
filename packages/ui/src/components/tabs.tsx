import { createContext, type ReactNode, useContext, useDeferredValue, useId } from 'react';
import { joinClasses } from './join-classes.ts';
import { moveInRow } from './roving-focus.ts';

export interface TabsProps<T extends string> {
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly label: string;
  readonly tabs: readonly {
    readonly value: T;
    readonly text: ReactNode;
    /** For a tab that only some widths have. */
    readonly className?: string | undefined;
  }[];
  /** Stands at the end of the row of tabs. */
  readonly end?: ReactNode;
  /** Panels, as `TabPanel` elements. */
  readonly children: ReactNode;
  readonly className?: string;
}

const Shown = createContext({ value: '', id: '' });

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
  const id = useId();
  // A press is seen at the tab at once; a panel that takes long to draw follows.
  const shownValue = useDeferredValue(value);
  return (
    <Shown value={{ value: shownValue, id }}>
      <div className={className}>
        <div className="tab-row">
          <div role="tablist" className="tabs" aria-label={label}>
            {tabs.map((tab) => (
              <button
                key={tab.value}
                type="button"
                role="tab"
                id={`${id}-tab-${tab.value}`}
                className={joinClasses('tab', tab.className)}
                aria-selected={tab.value === value}
                aria-controls={`${id}-panel-${tab.value}`}
                tabIndex={tab.value === value ? 0 : -1}
                onClick={() => onChange(tab.value)}
                onKeyDown={(event) => moveInRow(event, '[role=tablist]', '[role=tab]')}
              >
                {tab.text}
              </button>
            ))}
          </div>
          {end}
        </div>
        {children}
      </div>
    </Shown>
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
  const shown = useContext(Shown);
  const isShown = shown.value === value;
  return (
    <div
      role="tabpanel"
      id={`${shown.id}-panel-${value}`}
      aria-labelledby={`${shown.id}-tab-${value}`}
      data-state={isShown ? 'active' : 'inactive'}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a panel follows its tab in the order of the tab key
      tabIndex={0}
      hidden={!isShown}
      className={className}
    >
      {(isShown || keep) && children}
    </div>
  );
}
