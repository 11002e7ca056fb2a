import { Icon } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { useId } from 'react';

const STARS = [1, 2, 3, 4, 5] as const;

export interface StarsProps {
  readonly value: number;
  readonly onChange: (stars: number) => void;
}

/** One to five stars as one choice; arrow keys move. */
export function Stars({ value, onChange }: StarsProps) {
  const { t } = useLingui();
  const name = useId();
  return (
    <fieldset className="stars">
      <legend className="visually-hidden">{t`Stars`}</legend>
      {STARS.map((stars) => (
        <label key={stars} className="star">
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            checked={value === stars}
            aria-label={t`${stars} of 5 stars`}
            onChange={() => onChange(stars)}
          />
          <Icon name={stars <= value ? 'star-fill' : 'star'} size={22} />
        </label>
      ))}
    </fieldset>
  );
}
