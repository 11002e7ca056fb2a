import type { DeskWheel } from '@klieg/contract';
import { WHEEL_LIMITS } from '@klieg/contract/features/back-office/limits';
import { formatAmount, formatDayTime } from '@klieg/i18n';
import { Button, FactList, Field, IconButton, Input, Notice, showToast } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { deskApi, DeskSection, useDesk } from '../money-desk/index.ts';
import { hundredthsOf, wholeOf } from './form-rules.ts';
import { Budget } from './promos-page.tsx';
import { useDeskSave } from './use-desk-save.tsx';
import './back-office.css';

interface TypedField {
  readonly key: number;
  readonly tokens: string;
  readonly odds: string;
}

const WHOLE = 10_000;
const percentOf = (hundredths: number): number => hundredths / 100;

/** The input, its values, and the part of the wheel not yet assigned, in hundredths of a percent. */
function useWheelForm(wheel: DeskWheel) {
  const [fields, setFields] = useState<readonly TypedField[]>(() =>
    wheel.prizes.map(({ tokens, odds_percent: odds }, key) => ({
      key,
      tokens: String(tokens),
      odds: String(odds),
    })),
  );
  const read = fields.map((field) => ({
    ...field,
    tokensOf: wholeOf(field.tokens, WHEEL_LIMITS.tokens),
    oddsOf: hundredthsOf(field.odds),
  }));
  const left = WHOLE - read.reduce((sum, { oddsOf = 0 }) => sum + oddsOf, 0);
  const isWhole = left === 0 && read.every((one) => one.tokensOf !== undefined && one.oddsOf !== undefined);
  return {
    read,
    left,
    isWhole,
    change: (key: number, part: Partial<TypedField>) =>
      setFields((now) => now.map((one) => (one.key === key ? { ...one, ...part } : one))),
    remove: (key: number) => setFields((now) => now.filter((one) => one.key !== key)),
    add: () =>
      setFields((now) => [
        ...now,
        { key: Math.max(-1, ...now.map(({ key }) => key)) + 1, tokens: '', odds: '' },
      ]),
  };
}

type Form = ReturnType<typeof useWheelForm>;

function FieldRow({ form, at }: { readonly form: Form; readonly at: number }) {
  const { t } = useLingui();
  const { key, tokens, odds, tokensOf, oddsOf } = form.read[at]!;
  return (
    <li className="wheel-desk-field">
      <Field
        label={<Trans>Tokens</Trans>}
        error={tokensOf === undefined && tokens !== '' ? <Trans>From 1 to 10,000.</Trans> : undefined}
      >
        <Input
          inputMode="numeric"
          value={tokens}
          onChange={(event) => form.change(key, { tokens: event.target.value })}
        />
      </Field>
      <Field
        label={<Trans>Odds in percent</Trans>}
        error={oddsOf === undefined && odds !== '' ? <Trans>Above 0, up to two decimals.</Trans> : undefined}
      >
        <Input
          inputMode="decimal"
          value={odds}
          onChange={(event) => form.change(key, { odds: event.target.value })}
        />
      </Field>
      <IconButton
        icon="x"
        label={t`Remove this field`}
        disabled={form.read.length <= WHEEL_LIMITS.fields.min}
        onClick={() => form.remove(key)}
      />
    </li>
  );
}

/** State of the wheel, and what a change would not affect. */
function Standing({ wheel }: { readonly wheel: DeskWheel }) {
  const { i18n } = useLingui();
  const amount = (number: number) => formatAmount(number, i18n.locale);
  const mean = new Intl.NumberFormat(i18n.locale, { maximumFractionDigits: 2 }).format(wheel.mean_cost / 100);
  return (
    <FactList
      facts={[
        { label: <Trans>Since</Trans>, value: formatDayTime(wheel.since, i18n.locale) },
        { label: <Trans>A spin gives on average</Trans>, value: <Trans>{mean} tokens</Trans> },
        { label: <Trans>Unused spins</Trans>, value: amount(wheel.open_spins) },
        { label: <Trans>Of these, with earlier odds</Trans>, value: amount(wheel.open_spins_of_before) },
      ]}
    />
  );
}

function WheelForm({ wheel, onSaved }: { readonly wheel: DeskWheel; readonly onSaved: () => void }) {
  const { t, i18n } = useLingui();
  const form = useWheelForm(wheel);
  const { isBusy, failure, locked, save } = useDeskSave(async () => {
    const prizes = form.read.map(({ tokensOf, oddsOf }) => ({
      tokens: tokensOf!,
      odds_percent: percentOf(oddsOf!),
    }));
    await deskApi.saveDeskWheel({ body: { wheel: wheel.wheel, prizes } });
    showToast({ content: t`New spins have these odds.`, appearance: 'success' });
    onSaved();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (form.isWhole) void save();
  };
  const percent = new Intl.NumberFormat(i18n.locale, { maximumFractionDigits: 2 });
  const missing = percent.format(percentOf(Math.abs(form.left)));
  return (
    <section className="module">
      <h2>{wheel.wheel === 'promo' ? <Trans>Promo wheel</Trans> : <Trans>Vault wheel</Trans>}</h2>
      <Standing wheel={wheel} />
      <form className="grid gap-4" onSubmit={submit} noValidate>
        <ol className="grid gap-3">
          {form.read.map(({ key }, at) => (
            <FieldRow key={key} form={form} at={at} />
          ))}
        </ol>
        <output className={form.left === 0 ? 'text-ink-2' : 'text-live-text'}>
          {form.left === 0 ? (
            <Trans>The odds add up to 100%.</Trans>
          ) : form.left > 0 ? (
            <Trans>{missing}% left to reach 100%.</Trans>
          ) : (
            <Trans>{missing}% above 100%.</Trans>
          )}
        </output>
        {failure !== undefined && <Notice tone="bad" title={failure} />}
        <p className="small text-ink-2">
          <Trans>Spins already given keep their odds. Changes apply to spins given from now on.</Trans>
        </p>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" kind="key" busy={isBusy} disabled={!form.isWhole}>
            <Trans>Save</Trans>
          </Button>
          <Button
            kind="line"
            disabled={form.read.length >= WHEEL_LIMITS.fields.max}
            onClick={() => form.add()}
          >
            <Trans>Add a field</Trans>
          </Button>
        </div>
      </form>
      {locked}
    </section>
  );
}

/** `/admin/wheel`: what the wheels give and how often. */
export function WheelsPage() {
  const desk = useDesk('wheels', (signal) => deskApi.listDeskWheels({ signal }));
  return (
    <DeskSection desk={desk}>
      {({ items, budget_tokens: budget }) => (
        <>
          {budget === 0 && (
            <div className="p-4">
              <Budget budget={budget} />
            </div>
          )}
          <div className="rack wheel-desk">
            {items.map((wheel) => (
              <WheelForm key={`${wheel.wheel} ${wheel.plan}`} wheel={wheel} onSaved={desk.reload} />
            ))}
          </div>
        </>
      )}
    </DeskSection>
  );
}
