import { formatCount } from '@klieg/i18n';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { CSSProperties } from 'react';
import type { FacetValue } from './facet.tsx';
import { usePressed } from './use-pressed.ts';

export interface RateFacetProps {
  readonly values: readonly FacetValue[];
  readonly onToggle: (value: string) => void;
}

interface ColumnProps extends FacetValue {
  readonly most: number;
  readonly onToggle: (value: string) => void;
}

function Column({ value, name, count, most, onToggle, ...column }: ColumnProps) {
  const { t, i18n } = useLingui();
  const { isOn, press } = usePressed(column.isOn, () => onToggle(value));
  const rooms = formatCount(count, i18n.locale);
  return (
    <button
      type="button"
      aria-pressed={isOn}
      aria-label={t`${name} tokens a minute: ${plural(count, { one: '# room', other: `${rooms} rooms` })}`}
      disabled={count === 0 && !isOn}
      onClick={press}
    >
      <span className="rate-column" style={{ '--h': `${(count / most) * 100}%` } as CSSProperties} />
      <span className="figure">{name}</span>
    </button>
  );
}

/** Prices of a private as columns: how many rooms ask what. */
export function RateFacet({ values, onToggle }: RateFacetProps) {
  const most = Math.max(...values.map(({ count }) => count), 1);
  if (!values.some(({ count, isOn }) => count > 0 || isOn)) return null;
  return (
    <fieldset className="facet">
      <legend className="label">
        <Trans>Private, tokens a minute</Trans>
      </legend>
      <div className="rate-columns">
        {values.map((value) => (
          <Column key={value.value} {...value} most={most} onToggle={onToggle} />
        ))}
      </div>
    </fieldset>
  );
}
