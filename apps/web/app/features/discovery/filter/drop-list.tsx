import type { DroppableFilter } from '@klieg/contract';
import { formatCount } from '@klieg/i18n';
import { Button, Empty, Icon } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { FacetNames } from './facet-names.tsx';
import type { Filters } from './filter-url.ts';
import { chosenGenders, countOn, withoutAny } from './filters.ts';

/** What letting filters go would bring back, as the answer has it. */
export interface Drops {
  readonly dropList: readonly DroppableFilter[];
  readonly dropAllCount: number;
}

type Field = DroppableFilter['field'];

/** The filters without what one entry of the list names. */
export function without(filters: Filters, { field, values }: DroppableFilter): Filters {
  switch (field) {
    case 'lang':
    case 'tag':
    case 'rate':
    case 'region':
      return { ...filters, [field]: filters[field].filter((value) => !values.includes(value)) };
    case 'gender-hide':
      return { ...filters, hide: [] };
    // The page has no such filters.
    case 'chRate':
    case 'source':
      return filters;
  }
}

const SHOWN_FIELDS: ReadonlySet<Field> = new Set(['lang', 'tag', 'rate', 'region', 'gender-hide']);

export interface DropListProps {
  readonly filters: Filters;
  readonly names: FacetNames;
  readonly drops: Drops;
  readonly onChange: (filters: Filters) => void;
}

/** Filters without any result together: each one whose removal alone brings results, with the number. */
export function DropList({ filters, names, drops: { dropList, dropAllCount }, onChange }: DropListProps) {
  const { t, i18n } = useLingui();
  const nameOf = ({ field, values }: DroppableFilter): string => {
    switch (field) {
      case 'lang':
        return values.map(names.language).join(', ');
      case 'region':
        return values.map(names.region).join(', ');
      case 'rate':
        return t`${values.map(names.rate).join(', ')} a minute`;
      case 'gender-hide':
        return chosenGenders(filters).map(names.gender).join(', ');
      default:
        return values.map(names.tag).join(', ');
    }
  };
  const rows = dropList.filter(({ field }) => SHOWN_FIELDS.has(field));
  const on = countOn(filters);
  const all = formatCount(dropAllCount, i18n.locale);
  return (
    <div className="browse-block">
      <Empty
        title={
          on > 1 ? <Trans>No rooms match all {on} filters</Trans> : <Trans>No rooms match this filter</Trans>
        }
        action={
          on > 0 && (
            <div className="grid w-full grid-cols-[minmax(0,1fr)] gap-3">
              {rows.length > 0 && (
                <ul className="drop-list">
                  {rows.map((row) => (
                    <li key={`${row.field} ${row.values.join()}`}>
                      <button
                        type="button"
                        className="list-row"
                        onClick={() => onChange(without(filters, row))}
                      >
                        <span className="tag">
                          <span className="visually-hidden">{t`Remove filter`}</span> {nameOf(row)}
                          <Icon name="x" size={14} />
                        </span>
                        <span className="drop-examples">{row.examples.join(', ')}</span>
                        <b className="figure">
                          <Plural
                            value={row.count}
                            one="# room"
                            other={`${formatCount(row.count, i18n.locale)} rooms`}
                          />
                        </b>
                        <Icon name="caret-right" size={16} />
                      </button>
                    </li>
                  ))}
                </ul>
              )}
              <span>
                <Button kind="key" onClick={() => onChange(withoutAny(filters))}>
                  <Plural value={on} one={`Remove it, ${all} rooms`} other={`Remove all #, ${all} rooms`} />
                </Button>
              </span>
            </div>
          )
        }
      >
        {rows.length > 0 ? (
          <Trans>Remove one of these to see rooms again.</Trans>
        ) : (
          <Trans>No single filter is the cause: two or more exclude each other.</Trans>
        )}
      </Empty>
    </div>
  );
}
