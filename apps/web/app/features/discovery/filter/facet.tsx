import { formatCount } from '@klieg/i18n';
import { Checkbox, Count } from '@klieg/ui';
import { Plural, useLingui } from '@lingui/react/macro';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { usePressed } from './use-pressed.ts';

export interface FacetValue {
  readonly value: string;
  readonly name: string;
  /** Rooms that it would leave. */
  readonly count: number;
  readonly isOn: boolean;
}

export interface FacetProps {
  readonly title: ReactNode;
  /** In their order; one with nobody cannot be put on. */
  readonly values: readonly FacetValue[];
  /** Shown before the others are asked for; absent: all. */
  readonly shown?: number;
  readonly onToggle: (value: string) => void;
}

interface RowProps extends FacetValue {
  /** Of the value that leaves the most rooms. */
  readonly most: number;
  readonly onToggle: (value: string) => void;
}

function Row({ value, name, count, most, onToggle, ...row }: RowProps) {
  const { i18n } = useLingui();
  const { isOn, press } = usePressed(row.isOn, () => onToggle(value));
  return (
    <Checkbox className="facet-row" checked={isOn} disabled={count === 0 && !isOn} onChange={press}>
      <span className="truncate">{name}</span>
      <span className="facet-bar" style={{ '--w': `${(count / most) * 100}%` } as CSSProperties} />
      <span className="figure small text-ink-2">{formatCount(count, i18n.locale)}</span>
    </Checkbox>
  );
}

/** Values of one filter with the number of rooms for each, also as a bar. */
export function Facet({ title, values, shown = Infinity, onToggle }: FacetProps) {
  const [isWhole, setWhole] = useState(false);
  if (!values.some(({ count, isOn }) => count > 0 || isOn)) return null;
  const most = Math.max(...values.map(({ count }) => count), 1);
  const first = isWhole ? values : values.filter(({ isOn }, at) => at < shown || isOn);
  const rest = values.length - first.length;
  return (
    <fieldset className="facet">
      <legend className="label">
        {title} {rest > 0 && <Count>{values.length}</Count>}
      </legend>
      {first.map((value) => (
        <Row key={value.value} {...value} most={most} onToggle={onToggle} />
      ))}
      {rest > 0 && (
        <button type="button" className="button button-text button-small" onClick={() => setWhole(true)}>
          <Plural value={rest} one="# more" other="# more" />
        </button>
      )}
    </fieldset>
  );
}
