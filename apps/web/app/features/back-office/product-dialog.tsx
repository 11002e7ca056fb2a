import type { Biller, DeskProduct, ProductKind } from '@klieg/contract';
import { PRODUCT_LIMITS } from '@klieg/contract/features/back-office/limits';
import { Button, Dialog, Field, Input, Notice, Select, Switch } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { BILLER_NAMES, deskApi } from '../money-desk/index.ts';
import { centsOf, dollarsOf, wholeOf } from './form-rules.ts';
import { useDeskSave } from './use-desk-save.tsx';

const BILLERS = Object.keys(BILLER_NAMES) as Biller[];
const KINDS: readonly ProductKind[] = ['credit', 'paypal', 'others'];
const isKind = (text: string): text is ProductKind => KINDS.some((kind) => kind === text);
const isBiller = (text: string): text is Biller => BILLERS.some((biller) => biller === text);

export interface ProductDialogProps {
  /** Undefined: a new one. */
  readonly product: DeskProduct | undefined;
  /** Position of a new one in the list. */
  readonly position: number;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** The input, and its values; undefined if something is missing or wrong. */
function useProductForm({ product, position }: Pick<ProductDialogProps, 'product' | 'position'>) {
  const [id, setId] = useState(product?.internal_id ?? 'tokens_');
  const [tokens, setTokens] = useState(String(product?.tokens ?? ''));
  const [bonus, setBonus] = useState(String(product?.bonus_tokens ?? 0));
  const [price, setPrice] = useState(product ? dollarsOf(product.amount) : '');
  const [place, setPlace] = useState(String(product?.position ?? position));
  const [label, setLabel] = useState(product?.label ?? '');
  const [soldBy, setSoldBy] = useState<string>(product?.biller ?? product?.kind ?? '');
  const [isOneclick, setOneclick] = useState(product?.is_oneclick ?? true);
  const [isEnabled, setEnabled] = useState(product?.enabled ?? true);
  const cents = centsOf(price);
  const value = {
    internal_id: /^(?!membership_)[a-z0-9_]{1,40}$/u.test(id) ? id : undefined,
    tokens: wholeOf(tokens, PRODUCT_LIMITS.tokens),
    bonus_tokens: wholeOf(bonus, { min: 0, max: PRODUCT_LIMITS.tokens.max }),
    amount:
      cents !== undefined && cents >= PRODUCT_LIMITS.amount.min && cents <= PRODUCT_LIMITS.amount.max
        ? cents
        : undefined,
    position: wholeOf(place, PRODUCT_LIMITS.position),
  };
  return {
    id,
    setId,
    tokens,
    setTokens,
    bonus,
    setBonus,
    price,
    setPrice,
    place,
    setPlace,
    label,
    setLabel,
    soldBy,
    setSoldBy,
    isOneclick,
    setOneclick,
    isEnabled,
    setEnabled,
    value,
    isWhole: Object.values(value).every((one) => one !== undefined),
  };
}

type Form = ReturnType<typeof useProductForm>;

function SoldBy({ form }: { readonly form: Form }) {
  const { t } = useLingui();
  const kinds = { credit: t`Cards only`, paypal: t`PayPal only`, others: t`Other ways only` };
  return (
    <Field label={<Trans>Sold by</Trans>}>
      <Select value={form.soldBy} onChange={(event) => form.setSoldBy(event.target.value)}>
        <option value="">{t`Every way to pay`}</option>
        {KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {kinds[kind]}
          </option>
        ))}
        {BILLERS.map((biller) => (
          <option key={biller} value={biller}>
            {t`${BILLER_NAMES[biller]} only`}
          </option>
        ))}
      </Select>
    </Field>
  );
}

function Fields({ form, isNew, attempted }: { form: Form; isNew: boolean; attempted: boolean }) {
  const { value } = form;
  const wrong = (one: unknown, text: React.ReactNode) => (attempted && one === undefined ? text : undefined);
  return (
    <>
      {isNew && (
        <Field
          label={<Trans>Id</Trans>}
          hint={<Trans>It cannot be changed later: orders refer to it.</Trans>}
          error={wrong(value.internal_id, <Trans>Lower-case letters, digits and _, at most 40.</Trans>)}
        >
          <Input value={form.id} onChange={(event) => form.setId(event.target.value)} />
        </Field>
      )}
      <div className="grid grid-cols-2 gap-3">
        <Field
          label={<Trans>Tokens</Trans>}
          error={wrong(value.tokens, <Trans>A whole number from 1 to 100,000.</Trans>)}
        >
          <Input
            inputMode="numeric"
            value={form.tokens}
            onChange={(event) => form.setTokens(event.target.value)}
          />
        </Field>
        <Field
          label={<Trans>Extra tokens</Trans>}
          error={wrong(value.bonus_tokens, <Trans>A whole number, or 0.</Trans>)}
        >
          <Input
            inputMode="numeric"
            value={form.bonus}
            onChange={(event) => form.setBonus(event.target.value)}
          />
        </Field>
        <Field
          label={<Trans>Price in dollars</Trans>}
          error={wrong(value.amount, <Trans>From 1.00 to 500.00, the most anyone may buy in a day.</Trans>)}
        >
          <Input
            inputMode="decimal"
            value={form.price}
            onChange={(event) => form.setPrice(event.target.value)}
          />
        </Field>
        <Field
          label={<Trans>Position in the list</Trans>}
          error={wrong(value.position, <Trans>A whole number from 0 to 999.</Trans>)}
        >
          <Input
            inputMode="numeric"
            value={form.place}
            onChange={(event) => form.setPlace(event.target.value)}
          />
        </Field>
      </div>
      <Field label={<Trans>Label</Trans>} optional>
        <Input value={form.label} maxLength={40} onChange={(event) => form.setLabel(event.target.value)} />
      </Field>
    </>
  );
}

/** A package of tokens: content, price, billers and position. */
export function ProductDialog({ product, position, onSaved, onClose }: ProductDialogProps) {
  const form = useProductForm({ product, position });
  const [isAttempted, setAttempted] = useState(false);
  const { value, isWhole } = form;
  const { isBusy, failure, locked, save } = useDeskSave(async () => {
    const { internal_id: id, tokens, bonus_tokens: bonus, amount, position: place } = value;
    if (id === undefined || tokens === undefined || bonus === undefined) return;
    if (amount === undefined || place === undefined) return;
    await deskApi.saveDeskProduct({
      body: {
        internal_id: id,
        tokens,
        bonus_tokens: bonus,
        amount,
        position: place,
        label: form.label.trim() || null,
        is_oneclick: form.isOneclick,
        kind: isKind(form.soldBy) ? form.soldBy : null,
        biller: isBiller(form.soldBy) ? form.soldBy : null,
        enabled: form.isEnabled,
        ...(!product && { is_new: true }),
      },
    });
    onSaved();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAttempted(true);
    if (isWhole) void save();
  };
  if (locked) return locked;
  return (
    <Dialog
      title={product ? <Trans>Change {product.internal_id}</Trans> : <Trans>New package</Trans>}
      onClose={onClose}
    >
      <form className="grid gap-4" onSubmit={submit} noValidate>
        {product && product.sold > 0 && (
          <p className="text-ink-2">
            <Trans>Earlier sales keep their price and tokens. Changes apply to new orders.</Trans>
          </p>
        )}
        <Fields form={form} isNew={!product} attempted={isAttempted} />
        <SoldBy form={form} />
        <Switch checked={form.isOneclick} onChange={(event) => form.setOneclick(event.target.checked)}>
          <Trans>One click with a card on file</Trans>
        </Switch>
        <Switch checked={form.isEnabled} onChange={(event) => form.setEnabled(event.target.checked)}>
          <Trans>On sale</Trans>
        </Switch>
        {failure !== undefined && <Notice tone="bad" title={failure} />}
        <Button type="submit" kind="key" size="large" busy={isBusy}>
          <Trans>Save</Trans>
        </Button>
      </form>
    </Dialog>
  );
}
