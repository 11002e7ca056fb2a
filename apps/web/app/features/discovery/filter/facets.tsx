import type { BrowseCounts, Gender } from '@klieg/contract';
import { AGE_RANGES, RATE_RANGES } from '@klieg/contract/features/discovery/ranges';
import { Trans } from '@lingui/react/macro';
import { Facet, type FacetValue } from './facet.tsx';
import type { FacetNames } from './facet-names.tsx';
import type { Filters } from './filter-url.ts';
import { chosenGenders, toggle, toggleGender } from './filters.ts';
import { RateFacet } from './rate-facet.tsx';
import { isStepOn, spanOf, toggleStep } from './rate-steps.ts';

const STATES = ['is-live', 'is-spy', 'is-ticket', 'is-group', 'is-standby'];
const OFFERS = ['is-private', 'is-cam2cam', 'is-new', 'is-hd', 'is-goal'];
const GENDERS: readonly Gender[] = ['f', 'm', 't', 'c'];
const SHOWN = 6;

const isTopic = (tag: string): boolean => !tag.startsWith('is-') && !tag.startsWith('age-');

const valuesOf = (
  values: readonly string[],
  chosen: readonly string[],
  count: Readonly<Record<string, number>> | undefined,
  name: (value: string) => string,
): FacetValue[] =>
  values.map((value) => ({
    value,
    name: name(value),
    count: count?.[value] ?? 0,
    isOn: chosen.includes(value),
  }));

export interface FacetsProps {
  readonly filters: Filters;
  readonly counts: BrowseCounts | null;
  readonly names: FacetNames;
  readonly onChange: (filters: Filters) => void;
}

/** Those with most rooms first, with those that are on though nobody is left. */
const commonest = (count: Readonly<Record<string, number>> = {}, chosen: readonly string[]): string[] => [
  ...new Set([
    ...Object.keys(count).toSorted((a, b) => count[b]! - count[a]! || a.localeCompare(b)),
    ...chosen,
  ]),
];

/** Everything that rooms are filtered by. */
export function Facets({ filters, counts, names, onChange }: FacetsProps) {
  const topics = Object.fromEntries(Object.entries(counts?.tag ?? {}).filter(([tag]) => isTopic(tag)));
  const change = (field: 'lang' | 'tag' | 'region') => (value: string) =>
    onChange(toggle(filters, field, value));
  const ratesOn = RATE_RANGES.filter((step) => isStepOn(filters.rate, step));
  const rates = valuesOf(RATE_RANGES, ratesOn, counts?.privateRate, names.rate);
  return (
    <>
      <RateFacet
        values={rates}
        span={spanOf(filters.rate, rates)}
        spell={names.rate}
        onToggle={(step) => onChange({ ...filters, rate: toggleStep(filters.rate, step) })}
      />
      <Facet
        title={<Trans>State</Trans>}
        values={valuesOf(STATES, filters.tag, counts?.tag, names.tag)}
        onToggle={change('tag')}
      />
      <Facet
        title={<Trans>Language</Trans>}
        values={valuesOf(
          commonest(counts?.language, filters.lang),
          filters.lang,
          counts?.language,
          names.language,
        )}
        shown={SHOWN}
        onToggle={change('lang')}
      />
      <Facet
        title={<Trans>Gender</Trans>}
        values={valuesOf(GENDERS, chosenGenders(filters), counts?.gender, (code) =>
          names.gender(code as Gender),
        )}
        onToggle={(code) => onChange(toggleGender(filters, code as Gender))}
      />
      <Facet
        title={<Trans>Offers</Trans>}
        values={valuesOf(OFFERS, filters.tag, counts?.tag, names.tag)}
        onToggle={change('tag')}
      />
      <Facet
        title={<Trans>Region</Trans>}
        values={valuesOf(
          commonest(counts?.location, filters.region),
          filters.region,
          counts?.location,
          names.region,
        )}
        onToggle={change('region')}
      />
      <Facet
        title={<Trans>Age</Trans>}
        values={valuesOf(
          AGE_RANGES.map((range) => `age-${range}`),
          filters.tag,
          counts?.tag,
          names.tag,
        )}
        onToggle={change('tag')}
      />
      <Facet
        title={<Trans>Topics</Trans>}
        values={valuesOf(commonest(topics, filters.tag.filter(isTopic)), filters.tag, counts?.tag, names.tag)}
        shown={SHOWN * 2}
        onToggle={change('tag')}
      />
    </>
  );
}
