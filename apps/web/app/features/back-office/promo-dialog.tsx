import type { DeskProduct, DeskPromo } from '@klieg/contract';
import { PROMO_LIMITS } from '@klieg/contract/features/back-office/limits';
import { Button, Dialog, Field, Input, Notice, Select, TextArea } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useState } from 'react';
import { deskApi } from '../money-desk/index.ts';
import { advertsOf, fromTimeField, toTimeField, wholeOf } from './form-rules.ts';
import { useDeskSave } from './use-desk-save.tsx';

export interface PromoDialogProps {
  /** Undefined: a new one. */
  readonly promo: DeskPromo | undefined;
  readonly products: readonly DeskProduct[];
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

const now = () => new Date().toISOString();
const CODE = /^[A-Za-z0-9_-]{3,32}$/u;
const IMAGE = /^(?:https:\/\/|\/(?!\/))[^\s\\]+$/u;

/** The input, and its values; undefined if something is missing or wrong. */
function usePromoForm(promo: DeskPromo | undefined) {
  const [code, setCode] = useState(promo?.code ?? '');
  const [tokens, setTokens] = useState(String(promo?.tokens ?? ''));
  const [uses, setUses] = useState(String(promo?.limits.uses_max ?? ''));
  const [startsAt, setStartsAt] = useState(toTimeField(promo?.starts_at ?? now()));
  const [endsAt, setEndsAt] = useState(toTimeField(promo?.ends_at ?? null));
  const [title, setTitle] = useState(promo?.title ?? '');
  const [text, setText] = useState(promo?.text ?? '');
  const [image, setImage] = useState(promo?.image_url ?? '');
  const [product, setProduct] = useState(promo?.internal_id ?? '');
  const [adverts, setAdverts] = useState(promo?.advert_ids.join(', ') ?? '');
  const start = fromTimeField(startsAt);
  const end = fromTimeField(endsAt);
  const value = {
    code: CODE.test(code.trim()) ? code.trim() : undefined,
    tokens: wholeOf(tokens, PROMO_LIMITS.tokens),
    uses: uses.trim() === '' ? null : wholeOf(uses, PROMO_LIMITS.uses),
    start: start ?? undefined,
    end: end !== null && start !== null && end <= start ? undefined : end,
    image: image.trim() === '' ? null : IMAGE.test(image.trim()) ? image.trim() : undefined,
    adverts: advertsOf(adverts).every((one) => /^[A-Za-z0-9_-]{1,64}$/u.test(one))
      ? advertsOf(adverts)
      : undefined,
  };
  const isWhole = Object.values(value).every((one) => one !== undefined);
  return {
    typed: { code, tokens, uses, startsAt, endsAt, title, text, image, product, adverts },
    set: {
      code: setCode,
      tokens: setTokens,
      uses: setUses,
      startsAt: setStartsAt,
      endsAt: setEndsAt,
      title: setTitle,
      text: setText,
      image: setImage,
      product: setProduct,
      adverts: setAdverts,
    },
    value,
    isWhole,
  };
}

type Form = ReturnType<typeof usePromoForm>;
type Wrong = (one: unknown, text: ReactNode) => ReactNode;

/** What the code gives, to how many people and when. */
function CodeFields({ form, isNew, wrong }: { form: Form; isNew: boolean; wrong: Wrong }) {
  const { typed, set, value } = form;
  return (
    <>
      {isNew && (
        <Field
          label={<Trans>Code</Trans>}
          error={wrong(value.code, <Trans>3 to 32 letters, digits, - and _.</Trans>)}
        >
          <Input value={typed.code} onChange={(event) => set.code(event.target.value)} />
        </Field>
      )}
      <div className="grid grid-cols-2 gap-3">
        <Field
          label={<Trans>Free tokens</Trans>}
          error={wrong(value.tokens, <Trans>A whole number from 1 to 10,000.</Trans>)}
        >
          <Input
            inputMode="numeric"
            value={typed.tokens}
            onChange={(event) => set.tokens(event.target.value)}
          />
        </Field>
        <Field
          label={<Trans>For how many people</Trans>}
          hint={<Trans>Empty: no limit.</Trans>}
          error={wrong(value.uses, <Trans>A whole number from 1 up, or empty.</Trans>)}
        >
          <Input inputMode="numeric" value={typed.uses} onChange={(event) => set.uses(event.target.value)} />
        </Field>
      </div>
      <div className="grid grid-cols-2 gap-3 max-tablet:grid-cols-1">
        <Field
          label={<Trans>From (UTC)</Trans>}
          error={wrong(value.start, <Trans>Choose a day and a time.</Trans>)}
        >
          <Input
            type="datetime-local"
            value={typed.startsAt}
            onChange={(event) => set.startsAt(event.target.value)}
          />
        </Field>
        <Field
          label={<Trans>Until (UTC)</Trans>}
          hint={<Trans>Empty: until you end it.</Trans>}
          error={wrong(value.end, <Trans>The end must be after the start.</Trans>)}
        >
          <Input
            type="datetime-local"
            value={typed.endsAt}
            onChange={(event) => set.endsAt(event.target.value)}
          />
        </Field>
      </div>
    </>
  );
}

/** What visitors are shown. */
function OfferFields({
  form,
  products,
  wrong,
}: {
  form: Form;
  products: readonly DeskProduct[];
  wrong: Wrong;
}) {
  const { t } = useLingui();
  const { typed, set, value } = form;
  return (
    <>
      <Field
        label={<Trans>Offer title</Trans>}
        optional
        hint={
          <Trans>Without a title it is not shown to anyone, but works for those who know the code.</Trans>
        }
      >
        <Input value={typed.title} maxLength={80} onChange={(event) => set.title(event.target.value)} />
      </Field>
      <Field label={<Trans>Text</Trans>} optional>
        <TextArea
          rows={2}
          maxLength={300}
          value={typed.text}
          onChange={(event) => set.text(event.target.value)}
        />
      </Field>
      <Field
        label={<Trans>Picture</Trans>}
        optional
        error={wrong(value.image, <Trans>An address that begins with https:// or with one /.</Trans>)}
      >
        <Input value={typed.image} maxLength={500} onChange={(event) => set.image(event.target.value)} />
      </Field>
      <Field label={<Trans>Package it links to</Trans>} optional>
        <Select value={typed.product} onChange={(event) => set.product(event.target.value)}>
          <option value="">{t`None`}</option>
          {products
            .filter(({ enabled }) => enabled)
            .map(({ internal_id: id }) => (
              <option key={id} value={id}>
                {id}
              </option>
            ))}
        </Select>
      </Field>
      <Field
        label={<Trans>Adverts</Trans>}
        optional
        hint={<Trans>Their ids, separated by commas. Empty: all visitors see the offer.</Trans>}
        error={wrong(value.adverts, <Trans>Ids have letters, digits, - and _, at most 64.</Trans>)}
      >
        <Input value={typed.adverts} onChange={(event) => set.adverts(event.target.value)} />
      </Field>
    </>
  );
}

/** A code of free tokens and the offer that goes with it. */
export function PromoDialog({ promo, products, onSaved, onClose }: PromoDialogProps) {
  const form = usePromoForm(promo);
  const [isAttempted, setAttempted] = useState(false);
  const { typed, value, isWhole } = form;
  const { isBusy, failure, locked, save } = useDeskSave(async () => {
    const { code, tokens, uses, start, end, image, adverts } = value;
    if (code === undefined || tokens === undefined || uses === undefined || start === undefined) return;
    if (end === undefined || image === undefined || adverts === undefined) return;
    await deskApi.saveDeskPromo({
      body: {
        code,
        tokens,
        title: typed.title.trim() || null,
        text: typed.text.trim(),
        image_url: image,
        internal_id: typed.product || null,
        limits: { uses_max: uses },
        starts_at: start,
        ends_at: end,
        advert_ids: adverts,
        ...(!promo && { is_new: true }),
      },
    });
    onSaved();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAttempted(true);
    if (isWhole) void save();
  };
  const wrong: Wrong = (one, text) => (isAttempted && one === undefined ? text : undefined);
  if (locked) return locked;
  return (
    <Dialog title={promo ? <Trans>Change {promo.code}</Trans> : <Trans>New code</Trans>} onClose={onClose}>
      <form className="grid gap-4" onSubmit={submit} noValidate>
        {promo && promo.uses > 0 && (
          <p className="text-ink-2">
            <Trans>Tokens already given stay. Changes apply to those who use the code from now on.</Trans>
          </p>
        )}
        <CodeFields form={form} isNew={!promo} wrong={wrong} />
        <OfferFields form={form} products={products} wrong={wrong} />
        {failure !== undefined && <Notice tone="bad" title={failure} />}
        <Button type="submit" kind="key" size="large" busy={isBusy}>
          <Trans>Save</Trans>
        </Button>
      </form>
    </Dialog>
  );
}
