import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef, useState } from 'react';
import { birthDate, type BirthParts, birthYears, daysInMonth, withPart } from './birth-rules.ts';
import { Button } from './button.tsx';
import { Field } from './field.tsx';
import { Icon } from './icon.tsx';
import { joinClasses } from './join-classes.ts';
import { KeyGrid } from './key-grid.tsx';

type Part = keyof BirthParts;

const YEARS_A_PAGE = 12;
const ORDER: readonly Part[] = ['day', 'month', 'year'];

const monthNames = (locale: string): string[] => {
  const format = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => format.format(new Date(Date.UTC(2000, month, 1))));
};

/** Whether an error is about this part: while some are missing the others are not at fault. */
const isToMend = (parts: BirthParts, part: Part): boolean =>
  parts[part] === undefined || ORDER.every((other) => parts[other] !== undefined);

export interface DateOfBirthProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  /** Called with YYYY-MM-DD, and only once day, month and year are all chosen. */
  readonly onSelect: (date: string) => void;
  readonly now?: Date;
}

/** Day, month and year as three keys; each opens a grid under the field, twelve years a page. */
export function DateOfBirth({ label, hint, error, onSelect, now }: DateOfBirthProps) {
  const { t, i18n } = useLingui();
  const [parts, setParts] = useState<BirthParts>({});
  const [open, setOpen] = useState<Part>();
  const [today] = useState(() => now ?? new Date());
  const years = birthYears(today);
  const [page, setPage] = useState(1);
  const keys = useRef<Partial<Record<Part, HTMLButtonElement | null>>>({});
  const months = monthNames(i18n.locale);
  const names: Record<Part, string> = { day: t`Day`, month: t`Month`, year: t`Year` };

  const show = (part: Part) => {
    const at = parts.year === undefined ? -1 : years.indexOf(parts.year);
    if (part === 'year' && at >= 0) setPage(Math.floor(at / YEARS_A_PAGE));
    setOpen(open === part ? undefined : part);
  };
  const close = (part: Part) => {
    setOpen(undefined);
    keys.current[part]?.focus();
  };
  const pick = (part: Part, value: number) => {
    const next = withPart(parts, part, value);
    setParts(next);
    const date = birthDate(next);
    if (date) onSelect(date);
    const missing = ORDER.find((candidate) => next[candidate] === undefined);
    if (missing) setOpen(missing);
    else close(part);
  };

  const pageCount = Math.ceil(years.length / YEARS_A_PAGE);
  const turn = (step: -1 | 1) => setPage((at) => Math.min(pageCount - 1, Math.max(0, at + step)));
  const pageYears = (at: number) => years.slice(at * YEARS_A_PAGE, (at + 1) * YEARS_A_PAGE);
  const range = (at: number) => `${pageYears(at).at(-1)}–${pageYears(at)[0]}`;
  const options: Record<Part, { value: number; text: string }[]> = {
    day: Array.from({ length: daysInMonth(parts.month, parts.year) }, (_, day) => ({
      value: day + 1,
      text: String(day + 1),
    })),
    month: months.map((text, month) => ({ value: month + 1, text })),
    year: pageYears(page).map((year) => ({ value: year, text: String(year) })),
  };
  const shown = (part: Part): string | undefined => {
    const value = parts[part];
    return part === 'month' && value !== undefined ? months[value - 1] : value?.toString();
  };
  return (
    <Field label={label} hint={hint} error={error} group>
      <div className="birth-parts">
        {ORDER.map((part) => (
          <button
            key={part}
            ref={(key) => {
              keys.current[part] = key;
            }}
            type="button"
            className={joinClasses('input', Boolean(error) && isToMend(parts, part) && 'input-bad')}
            aria-haspopup="listbox"
            aria-expanded={open === part}
            aria-label={`${names[part]}: ${shown(part) ?? t`not chosen`}`}
            onClick={() => show(part)}
          >
            <span className={shown(part) === undefined ? 'text-ink-3' : 'truncate'}>
              {shown(part) ?? names[part]}
            </span>
            <Icon name="caret-down" size={14} />
          </button>
        ))}
      </div>
      {open && (
        <div className="birth-picker">
          <KeyGrid
            key={open}
            label={names[open]}
            options={options[open]}
            chosen={parts[open]}
            columns={open === 'day' ? 7 : 4}
            {...(open === 'day' && { className: 'birth-keys-days' })}
            onPick={(value) => pick(open, value)}
            onCancel={() => close(open)}
            {...(open === 'year' && { onPage: turn })}
          />
          {open === 'year' && (
            // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Esc, for the buttons inside
            <div
              className="birth-pages"
              data-own-escape
              onKeyDown={(event) => event.key === 'Escape' && close('year')}
            >
              <Button kind="text" size="small" disabled={page === pageCount - 1} onClick={() => turn(1)}>
                <Icon name="caret-left-bold" size={14} />
                {page < pageCount - 1 ? range(page + 1) : ''}
              </Button>
              <span className="small figure text-ink-3">
                {t`${String(years.at(-1))} to ${String(years[0])}`}
              </span>
              <Button kind="text" size="small" disabled={page === 0} onClick={() => turn(-1)}>
                {page > 0 ? range(page - 1) : ''}
                <Icon name="caret-right-bold" size={14} />
              </Button>
            </div>
          )}
        </div>
      )}
    </Field>
  );
}
