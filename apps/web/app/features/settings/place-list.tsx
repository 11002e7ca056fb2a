import { Button, Field, Select } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Place } from './places.ts';

export interface PlaceListProps {
  readonly label: ReactNode;
  readonly places: readonly Place[];
  readonly chosen: readonly string[];
  readonly countMax: number;
  readonly onChange: (chosen: string[]) => void;
}

/** Places picked from a list, each of them removable. */
export function PlaceList({ label, places, chosen, countMax, onChange }: PlaceListProps) {
  const { t } = useLingui();
  const nameOf = (code: string) => places.find((place) => place.code === code)?.name ?? code;
  return (
    <>
      <Field label={label}>
        <Select
          value=""
          disabled={chosen.length >= countMax}
          onChange={(event) => onChange([...chosen, event.target.value])}
        >
          <option value="" disabled>
            {t`Add`}
          </option>
          {places
            .filter(({ code }) => !chosen.includes(code))
            .map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
        </Select>
      </Field>
      {chosen.length > 0 && (
        <ul className="settings-people">
          {chosen.map((code) => {
            const name = nameOf(code);
            return (
              <li key={code}>
                <span className="grow truncate">{name}</span>
                <Button
                  size="small"
                  aria-label={t`Remove ${name}`}
                  onClick={() => onChange(chosen.filter((other) => other !== code))}
                >
                  <Trans>Remove</Trans>
                </Button>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}
