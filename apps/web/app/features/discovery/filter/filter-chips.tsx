import { Icon } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { FacetNames } from './facet-names.tsx';
import type { Filters } from './filter-url.ts';
import { chosenGenders, countOn, toggle, toggleGender, withoutAny } from './filters.ts';

export interface FilterChipsProps {
  readonly filters: Filters;
  readonly names: FacetNames;
  readonly onChange: (filters: Filters) => void;
}

/** The values that are on, each to be let go by a press. */
export function FilterChips({ filters, names, onChange }: FilterChipsProps) {
  const { t } = useLingui();
  if (countOn(filters) === 0) return null;
  const on: readonly { readonly key: string; readonly name: string; readonly without: Filters }[] = [
    ...filters.tag.map((tag) => ({ key: tag, name: names.tag(tag), without: toggle(filters, 'tag', tag) })),
    ...filters.lang.map((one) => ({
      key: one,
      name: names.language(one),
      without: toggle(filters, 'lang', one),
    })),
    ...chosenGenders(filters).map((one) => ({
      key: one,
      name: names.gender(one),
      without: toggleGender(filters, one),
    })),
    ...filters.region.map((one) => ({
      key: one,
      name: names.region(one),
      without: toggle(filters, 'region', one),
    })),
    ...filters.rate.map((one) => ({
      key: one,
      name: t`${names.rate(one)} a minute`,
      without: toggle(filters, 'rate', one),
    })),
  ];
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset cannot scroll sideways
    <div className="chips mb-3 flex-wrap" role="group" aria-label={t`Active filters`}>
      {on.map(({ key, name, without }) => (
        <button
          key={key}
          type="button"
          className="chip"
          aria-label={t`Remove filter ${name}`}
          onClick={() => onChange(without)}
        >
          {name} <Icon name="x" size={14} />
        </button>
      ))}
      <button
        type="button"
        className="button button-text button-small"
        onClick={() => onChange(withoutAny(filters))}
      >
        <Trans>Clear all</Trans>
      </button>
    </div>
  );
}
