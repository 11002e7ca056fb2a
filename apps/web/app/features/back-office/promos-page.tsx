import type { DeskPromo } from '@klieg/contract';
import { formatAmount, formatDayTime } from '@klieg/i18n';
import { Button, HeadCell, Notice, Tag, type TagTone } from '@klieg/ui';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { deskApi, DeskSection, useDesk } from '../money-desk/index.ts';
import { PromoDialog } from './promo-dialog.tsx';

const STATES: Readonly<Record<DeskPromo['state'], readonly [MessageDescriptor, TagTone]>> = {
  open: [msg`Open`, 'ok'],
  waits: [msg`Begins later`, 'info'],
  over: [msg`Over`, 'neutral'],
  used_up: [msg`Used up`, 'warn'],
};

function Row({ promo, onOpen }: { readonly promo: DeskPromo; readonly onOpen: () => void }) {
  const { t, i18n } = useLingui();
  const [words, tone] = STATES[promo.state];
  const most = promo.limits.uses_max;
  const amount = (number: number) => formatAmount(number, i18n.locale);
  return (
    <tr>
      <td className="whitespace-normal!">
        <button type="button" className="row-button" onClick={onOpen}>
          <b>{promo.code}</b> {promo.title && <span className="text-ink-2">{promo.title}</span>}
        </button>
      </td>
      <td className="is-end figure">{amount(promo.tokens)}</td>
      <td className="is-end figure">
        {most === null ? amount(promo.uses) : t`${amount(promo.uses)} of ${amount(most)}`}
      </td>
      <td className="figure max-tablet:hidden">
        {formatDayTime(promo.starts_at, i18n.locale)}
        {promo.ends_at && ` – ${formatDayTime(promo.ends_at, i18n.locale)}`}
      </td>
      <td className="whitespace-normal! max-tablet:hidden">
        {promo.advert_ids.length > 0 ? promo.advert_ids.join(', ') : promo.title ? <Trans>All</Trans> : '–'}
      </td>
      <td>
        <Tag tone={tone}>{t(words)}</Tag>
      </td>
    </tr>
  );
}

function Table({
  items,
  onOpen,
}: {
  readonly items: readonly DeskPromo[];
  readonly onOpen: (promo: DeskPromo) => void;
}) {
  return (
    <div className="desk-scroll">
      <table className="data-table">
        <thead>
          <tr>
            <HeadCell>
              <Trans>Code</Trans>
            </HeadCell>
            <HeadCell end>
              <Trans>Tokens</Trans>
            </HeadCell>
            <HeadCell end>
              <Trans>Used</Trans>
            </HeadCell>
            <HeadCell className="max-tablet:hidden">
              <Trans>When</Trans>
            </HeadCell>
            <HeadCell className="max-tablet:hidden">
              <Trans>Adverts</Trans>
            </HeadCell>
            <HeadCell>
              <Trans>State</Trans>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {items.map((promo) => (
            <Row key={promo.code} promo={promo} onOpen={() => onOpen(promo)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** How much of today's budget is promised; without a budget, that there are no promotions. */
export function Budget({ budget, promised }: { readonly budget: number; readonly promised?: number }) {
  const { i18n } = useLingui();
  const all = formatAmount(budget, i18n.locale);
  if (budget === 0)
    return (
      <Notice tone="warn" title={<Trans>There are no promotions</Trans>}>
        <Trans>PROMO_DAILY_TOKENS is 0, so no code works and nobody is given a spin.</Trans>
      </Notice>
    );
  if (promised === undefined) return null;
  return (
    <p className="text-ink-2">
      <Trans>
        Promised today: {formatAmount(promised, i18n.locale)} of {all} tokens.
      </Trans>
    </p>
  );
}

/** `/admin/promos`: codes of free tokens, and the offers that visitors are shown. */
export function PromosPage() {
  const desk = useDesk('promos', async (signal) => {
    const [promos, products] = await Promise.all([
      deskApi.listDeskPromos({ signal }),
      deskApi.listDeskProducts({ signal }),
    ]);
    return { ...promos, products: products.items };
  });
  const [open, setOpen] = useState<DeskPromo | 'new'>();
  const close = () => setOpen(undefined);
  return (
    <section>
      <DeskSection desk={desk}>
        {({ items, products, budget_tokens: budget, promised_tokens: promised }) => (
          <>
            <div className="module-head px-4 py-3">
              <h2 className="grow">
                <Trans>Codes and offers</Trans>
              </h2>
              <Button kind="key" onClick={() => setOpen('new')}>
                <Trans>New code</Trans>
              </Button>
            </div>
            <div className="px-4 pb-3">
              <Budget budget={budget} promised={promised} />
            </div>
            <Table items={items} onOpen={setOpen} />
            {open && (
              <PromoDialog
                promo={open === 'new' ? undefined : open}
                products={products}
                onSaved={() => {
                  close();
                  desk.reload();
                }}
                onClose={close}
              />
            )}
          </>
        )}
      </DeskSection>
    </section>
  );
}
