import { Button, Checkbox, Field, Input } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { findPlaces, type Place } from '../../shared/places.ts';

export interface PlaceListProps {
  readonly label: ReactNode;
  /** For the search field. */
  readonly searchLabel: string;
  readonly places: readonly Place[];
  readonly chosen: readonly string[];
  readonly countMax: number;
  readonly onChange: (chosen: string[]) => void;
}

/** Places to tick in a searchable list; the chosen ones are above it, each removable. */
export function PlaceList({ label, searchLabel, places, chosen, countMax, onChange }: PlaceListProps) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const found = findPlaces(places, text);
  const nameOf = (code: string) => places.find((place) => place.code === code)?.name ?? code;
  const remove = (code: string) => onChange(chosen.filter((other) => other !== code));
  return (
    <Field
      group
      label={label}
      hint={<Plural value={chosen.length} _0="None is blocked." one="# is blocked." other="# are blocked." />}
    >
      {chosen.length > 0 && (
        <ul className="place-chips">
          {chosen.map((code) => {
            const name = nameOf(code);
            return (
              <li key={code}>
                <Button size="small" icon="x" aria-label={t`Remove ${name}`} onClick={() => remove(code)}>
                  {name}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      <Input
        type="search"
        label={searchLabel}
        placeholder={t`Search`}
        value={text}
        maxLength={60}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
      />
      <ul className="place-list">
        {found.length === 0 && (
          <li className="small text-ink-2">
            <Trans>No place has that name.</Trans>
          </li>
        )}
        {found.map(({ code, name }) => {
          const isChosen = chosen.includes(code);
          return (
            <li key={code}>
              <Checkbox
                checked={isChosen}
                disabled={!isChosen && chosen.length >= countMax}
                onChange={() => (isChosen ? remove(code) : onChange([...chosen, code]))}
              >
                {name}
              </Checkbox>
            </li>
          );
        })}
      </ul>
    </Field>
  );
}
