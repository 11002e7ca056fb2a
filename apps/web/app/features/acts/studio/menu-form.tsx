import { MENU_LABEL_MAX } from '@klieg/contract/features/acts/limits';
import { Button, Field, IconButton, Input, Switch } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { useSubmitType } from '#app/shared/forms/use-submit-type.ts';
import {
  canAdd,
  changeItem,
  type DraftItem,
  type MenuDraft,
  type MenuFaults,
  type MenuField,
  newItem,
  raiseItem,
  removeItem,
} from './menu-draft.ts';

export interface MenuFormProps {
  readonly draft: MenuDraft;
  readonly faults: MenuFaults;
  readonly isBusy: boolean;
  readonly onChange: (draft: MenuDraft) => void;
  readonly onSave: () => void;
  readonly onCancel: () => void;
  /** Removes the whole menu; absent if there is none yet. */
  readonly onRemove: (() => void) | undefined;
}

const sentenceOf = (field: MenuField): ReactNode => {
  switch (field) {
    case 'label':
      return <Trans>Describe it in 1 to 60 characters.</Trans>;
    case 'price':
      return <Trans>From 1 to 100,000.</Trans>;
    case 'left':
      return <Trans>Up to 10,000. Empty: no limit.</Trans>;
  }
};

function ItemRow({
  draft,
  item,
  place,
  faults,
  onChange,
}: Pick<MenuFormProps, 'draft' | 'faults' | 'onChange'> & {
  readonly item: DraftItem;
  readonly place: number;
}) {
  const { t } = useLingui();
  const wrong = faults.get(item.id);
  const errorOf = (field: MenuField) => (wrong?.has(field) ? sentenceOf(field) : undefined);
  const set = (change: Partial<DraftItem>) => onChange(changeItem(draft, item.id, change));
  const number = place + 1;
  return (
    <fieldset className="menu-form-row" aria-label={t`Item ${number}`}>
      <Field label={<Trans>What you do</Trans>} error={errorOf('label')}>
        <Input
          value={item.label}
          maxLength={MENU_LABEL_MAX}
          autoComplete="off"
          onChange={(event) => set({ label: event.target.value })}
        />
      </Field>
      <Field label={<Trans>Tokens</Trans>} error={errorOf('price')}>
        <Input
          className="figure"
          inputMode="numeric"
          value={item.price}
          maxLength={6}
          autoComplete="off"
          onChange={(event) => set({ price: event.target.value })}
        />
      </Field>
      <Field label={<Trans>How many</Trans>} error={errorOf('left')}>
        <Input
          className="figure"
          inputMode="numeric"
          value={item.left}
          maxLength={5}
          placeholder={t`any`}
          autoComplete="off"
          onChange={(event) => set({ left: event.target.value })}
        />
      </Field>
      <IconButton
        icon="caret-up"
        label={t`Move item ${number} up`}
        onClick={() => onChange(raiseItem(draft, item.id))}
      />
      <IconButton
        icon="trash"
        label={t`Remove item ${number}`}
        onClick={() => onChange(removeItem(draft, item.id))}
      />
      <Switch checked={item.isOn} onChange={(event) => set({ isOn: event.target.checked })}>
        <Trans>Offered now</Trans>
      </Switch>
    </fieldset>
  );
}

/** The items of the menu, in display order. */
export function MenuForm(props: MenuFormProps) {
  const { draft, faults, isBusy, onChange, onSave, onCancel, onRemove } = props;
  const submitType = useSubmitType();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  // A form that is refused leads to its first wrong field.
  useEffect(() => {
    if (faults.size > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [faults]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave();
  };
  return (
    <form ref={form} method="post" noValidate className="grid gap-3" onSubmit={submit}>
      {draft.items.map((item, place) => (
        <ItemRow key={item.id} {...{ draft, item, place, faults, onChange }} />
      ))}
      {canAdd(draft) && (
        <div>
          <Button
            size="small"
            icon="plus"
            onClick={() => onChange({ ...draft, items: [...draft.items, newItem()] })}
          >
            <Trans>Add an item</Trans>
          </Button>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type={submitType} kind="key" busy={isBusy} disabled={draft.items.length === 0}>
          <Trans>Save the menu</Trans>
        </Button>
        <Button kind="line" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <span className="grow" />
        {onRemove && (
          <Button kind="text" onClick={onRemove}>
            <Trans>Remove the menu</Trans>
          </Button>
        )}
      </div>
    </form>
  );
}
