import type { AgeAction, AgeMethod, AgeRelease, PersonKind } from '@klieg/contract';
import { demandAge } from '@klieg/contract/features/age-check/rules';
import { utcDayOf } from '@klieg/kernel/time';
import { FactList, Field, Select, Tag } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useMemo, useState } from 'react';
import { countriesByName, STATES } from './place-words.ts';
import { METHOD_WORDS } from './method-words.ts';
import { placeName } from './place-words.ts';

interface Simulated {
  readonly country: string;
  /** Empty: not known. */
  readonly state: string;
  readonly person: PersonKind;
  readonly action: AgeAction;
}

function useKinds() {
  const { t } = useLingui();
  const people: readonly (readonly [PersonKind, string])[] = [
    ['guest', t`Guest`],
    ['member', t`Member`],
    ['model', t`Model in review`],
    ['approved_model', t`Approved model`],
    ['staff', t`Staff`],
  ];
  const actions: readonly (readonly [AgeAction, string])[] = [
    ['browse', t`Read pages`],
    ['watch', t`Watch a stream`],
    ['media', t`Open pictures and videos`],
    ['buy', t`Buy tokens`],
    ['spend', t`Spend tokens`],
    ['camera', t`Show a camera`],
    ['match', t`Be matched`],
  ];
  return { people, actions };
}

function Choice(props: {
  readonly label: ReactNode;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChoose: (value: string) => void;
}) {
  return (
    <Field label={props.label}>
      <Select value={props.value} onChange={({ target }) => props.onChoose(target.value)}>
        {props.options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </Select>
    </Field>
  );
}

function Outcome(props: {
  readonly release: AgeRelease;
  readonly asked: Simulated;
  readonly served: readonly AgeMethod[];
}) {
  const { t, i18n } = useLingui();
  const [today] = useState(() => utcDayOf(Date.now()));
  const { release, asked, served } = props;
  const demand = demandAge(release.rules, {
    place: { country: asked.country, state: asked.state || null },
    person: asked.person,
    action: asked.action,
    today,
  });
  const { rule } = demand;
  const scopes = { session: t`This login only`, account: t`The account, one year` };
  const names = demand.methods.map((method) => {
    const name = t(METHOD_WORDS[method].name);
    return served.includes(method) ? name : t`${name} (no vendor set up)`;
  });
  return (
    <div className="grid gap-3" aria-live="polite">
      <span>
        {demand.isRequired ? (
          <Tag tone="warn">
            <Trans>A check is required</Trans>
          </Tag>
        ) : (
          <Tag tone="ok">
            <Trans>No check is required</Trans>
          </Tag>
        )}
      </span>
      <FactList
        facts={[
          { label: t`Ways`, value: names.join(', ') || '—' },
          {
            label: t`Rule`,
            value: rule ? `${rule.id}: ${placeName(rule.place, i18n.locale)}` : t`None for this location`,
          },
          { label: t`Law`, value: rule ? t`${rule.law}, since ${rule.since}` : '—' },
          { label: t`Counts for`, value: rule ? scopes[rule.scope] : '—' },
        ]}
      />
    </div>
  );
}

/** Shows what the rules require of somebody somewhere, with the server's own function. */
export function RuleSimulator({
  releases,
  served,
}: {
  readonly releases: readonly AgeRelease[];
  readonly served: readonly AgeMethod[];
}) {
  const { t, i18n } = useLingui();
  const { people, actions } = useKinds();
  const [asked, setAsked] = useState<Simulated>({
    country: 'US',
    state: 'US-TX',
    person: 'guest',
    action: 'watch',
  });
  const [number, setNumber] = useState(releases[0]?.number);
  const countries = useMemo(
    () => countriesByName(i18n.locale).map(({ code, name }) => [code, name] as const),
    [i18n.locale],
  );
  const release = releases.find((one) => one.number === number) ?? releases[0];
  const states = [...STATES].filter(([code]) => code.startsWith(`${asked.country}-`));
  const set = (change: Partial<Simulated>) => setAsked((now) => ({ ...now, ...change }));
  if (!release) return null;
  return (
    <section className="grid gap-4 p-4">
      <h2>
        <Trans>What the rules require</Trans>
      </h2>
      <div className="form-columns">
        <Choice
          label={<Trans>Release</Trans>}
          value={String(release.number)}
          options={releases.map(
            (one) => [String(one.number), t`${one.number}, signed ${one.published}`] as const,
          )}
          onChoose={(value) => setNumber(Number(value))}
        />
        <Choice
          label={<Trans>Country</Trans>}
          value={asked.country}
          options={countries}
          onChoose={(country) => set({ country, state: '' })}
        />
        {states.length > 0 && (
          <Choice
            label={<Trans>State</Trans>}
            value={asked.state}
            options={[['', t`Not known`], ...states]}
            onChoose={(state) => set({ state })}
          />
        )}
        <Choice
          label={<Trans>Account</Trans>}
          value={asked.person}
          options={people}
          onChoose={(person) => set({ person: person as PersonKind })}
        />
        <Choice
          label={<Trans>Action</Trans>}
          value={asked.action}
          options={actions}
          onChoose={(action) => set({ action: action as AgeAction })}
        />
      </div>
      <Outcome release={release} asked={asked} served={served} />
    </section>
  );
}
