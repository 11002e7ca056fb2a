import type { DeskProduct } from '@klieg/contract';
import { formatAmount, formatMoney } from '@klieg/i18n';
import { Button, HeadCell, Tag } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { BILLER_NAMES, deskApi, DeskSection, useDesk } from '../money-desk/index.ts';
import { ProductDialog } from './product-dialog.tsx';

function SoldBy({ product: { biller, kind } }: { readonly product: DeskProduct }) {
  if (biller) return BILLER_NAMES[biller];
  if (kind === 'credit') return <Trans>Cards</Trans>;
  if (kind === 'paypal') return 'PayPal';
  return kind === 'others' ? <Trans>Other ways</Trans> : <Trans>Every way</Trans>;
}

function Row({ product, onOpen }: { readonly product: DeskProduct; readonly onOpen: () => void }) {
  const { i18n } = useLingui();
  const amount = (tokens: number) => formatAmount(tokens, i18n.locale);
  return (
    <tr>
      <td>
        <button type="button" className="row-button" onClick={onOpen}>
          <b>{product.internal_id}</b>
          {product.label && <span className="text-ink-2"> {product.label}</span>}
        </button>
      </td>
      <td className="is-end figure">
        {amount(product.tokens)}
        {product.bonus_tokens > 0 && ` + ${amount(product.bonus_tokens)}`}
      </td>
      <td className="is-end figure">{formatMoney(product.amount, product.currency, i18n.locale)}</td>
      <td className="max-tablet:hidden">
        <SoldBy product={product} />
      </td>
      <td className="is-end figure max-tablet:hidden">{amount(product.position)}</td>
      <td className="is-end figure max-tablet:hidden">{amount(product.sold)}</td>
      <td>
        {product.enabled ? (
          <Tag tone="ok">
            <Trans>On sale</Trans>
          </Tag>
        ) : (
          <Tag>
            <Trans>Off</Trans>
          </Tag>
        )}
      </td>
    </tr>
  );
}

function Table({
  items,
  onOpen,
}: {
  readonly items: readonly DeskProduct[];
  readonly onOpen: (product: DeskProduct) => void;
}) {
  return (
    <div className="desk-scroll">
      <table className="data-table">
        <thead>
          <tr>
            <HeadCell>
              <Trans>Package</Trans>
            </HeadCell>
            <HeadCell end>
              <Trans>Tokens</Trans>
            </HeadCell>
            <HeadCell end>
              <Trans>Price</Trans>
            </HeadCell>
            <HeadCell className="max-tablet:hidden">
              <Trans>Sold by</Trans>
            </HeadCell>
            <HeadCell end className="max-tablet:hidden">
              <Trans>Place</Trans>
            </HeadCell>
            <HeadCell end className="max-tablet:hidden">
              <Trans>Sold</Trans>
            </HeadCell>
            <HeadCell>
              <Trans>State</Trans>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {items.map((product) => (
            <Row key={product.internal_id} product={product} onOpen={() => onOpen(product)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** `/admin/products`: packages of tokens, what they cost and who sells them. */
export function ProductsPage() {
  const desk = useDesk('products', (signal) => deskApi.listDeskProducts({ signal }));
  const [open, setOpen] = useState<DeskProduct | 'new'>();
  const close = () => setOpen(undefined);
  return (
    <section>
      <DeskSection desk={desk}>
        {({ items }) => (
          <>
            <div className="module-head px-4 py-3">
              <h2 className="grow">
                <Trans>Products</Trans>
              </h2>
              <Button kind="key" onClick={() => setOpen('new')}>
                <Trans>New package</Trans>
              </Button>
            </div>
            <Table items={items} onOpen={setOpen} />
            {open && (
              <ProductDialog
                product={open === 'new' ? undefined : open}
                position={Math.min(999, Math.max(0, ...items.map(({ position }) => position)) + 1)}
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
