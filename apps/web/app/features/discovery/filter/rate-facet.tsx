import { formatCount } from '@klieg/i18n';
import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { CSSProperties } from 'react';
import type { FacetValue } from './facet.tsx';
import type { Span } from './rate-steps.ts';
import { usePressed } from './use-pressed.ts';

export interface RateFacetProps {
  readonly values: readonly FacetValue[];
  /** What the columns that are on say together. */
  readonly span: Span | undefined;
  /** A range as people read it. */
  readonly spell: (range: string) => string;
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
      <span className="figure">{value.split('-')[0]}</span>
    </button>
  );
}

/** The columns that are on in words; where they leave a gap, the chips say it. */
function SpanWords({ span, spell }: Pick<RateFacetProps, 'span' | 'spell'>) {
  const { i18n } = useLingui();
  if (!span) return <Trans>Press bars to choose price ranges</Trans>;
  const rooms = formatCount(span.count, i18n.locale);
  return (
    <>
      {spell(span.range)} · <Plural value={span.count} one="# room" other={`${rooms} rooms`} />
    </>
  );
}

/** Prices of a private as columns: how many rooms ask what. */
export function RateFacet({ values, span, spell, onToggle }: RateFacetProps) {
  const most = Math.max(...values.map(({ count }) => count), 1);
  if (!values.some(({ count, isOn }) => count > 0 || isOn)) return null;
  return (
    <fieldset className="facet">
      <legend className="label">
        <Trans>Private, tokens per minute</Trans>
      </legend>
      <div className="rate-columns">
        {values.map((value) => (
          <Column key={value.value} {...value} most={most} onToggle={onToggle} />
        ))}
      </div>
      <p className="figure small text-ink-3">
        <SpanWords span={span} spell={spell} />
      </p>
    </fieldset>
  );
}
