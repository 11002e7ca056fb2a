import type { Dispute, DisputeState } from '@klieg/contract';
import { formatDay, formatDayTime, formatMoney } from '@klieg/i18n';
import { Button, Chip, Chips, Empty, HeadCell, showToast, Tag, type TagTone } from '@klieg/ui';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { deskApi } from './desk-api.ts';
import { explainError } from '../../shared/errors/explain-error.ts';
import { DeskSection } from './desk-section.tsx';
import { PurchaseBlocks } from './purchase-blocks.tsx';
import { saveFile } from './save-file.ts';
import { useDesk } from './use-desk.ts';

const STATES: Readonly<Record<DisputeState, readonly [MessageDescriptor, TagTone]>> = {
  open: [msg`Open`, 'warn'],
  won: [msg`Won`, 'ok'],
  lost: [msg`Lost`, 'bad'],
};

interface RowProps {
  readonly dispute: Dispute;
  readonly onExported: () => void;
}

function Row({ dispute, onExported }: RowProps) {
  const { t, i18n } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const [word, tone] = STATES[dispute.state];
  const exportIt = async () => {
    setBusy(true);
    try {
      const {
        file_name: name,
        html,
        evidence,
      } = await deskApi.exportEvidence({
        params: { id: dispute.order_id },
      });
      saveFile(`${name}.html`, 'text/html', html);
      saveFile(`${name}.json`, 'application/json', JSON.stringify(evidence, null, 2));
      onExported();
    } catch (error) {
      showToast({ content: explainError(error, i18n), appearance: 'error' });
    }
    setBusy(false);
  };
  return (
    <tr>
      <td className="figure">
        <Link className="desk-link" to={`/admin/orders/${dispute.order_id}`}>
          {formatDayTime(dispute.told_at, i18n.locale)}
        </Link>
      </td>
      <td className="strong">{dispute.user.username}</td>
      <td className="is-end figure">{formatMoney(dispute.amount, dispute.currency, i18n.locale)}</td>
      <td className="text-ink-2">{dispute.card ? `${dispute.card.brand} ${dispute.card.last4}` : '—'}</td>
      <td className="figure">{formatDay(dispute.due_at, i18n.locale)}</td>
      <td>
        <Tag tone={tone}>{t(word)}</Tag>
      </td>
      <td className="is-end">
        {dispute.exported_at && (
          <span className="small pr-2 text-ink-3">
            <Trans>Exported {formatDay(dispute.exported_at, i18n.locale)}</Trans>
          </span>
        )}
        <Button kind="line" size="small" busy={isBusy} onClick={() => void exportIt()}>
          <Trans>Evidence</Trans>
        </Button>
      </td>
    </tr>
  );
}

function DisputeTable({
  disputes,
  onExported,
}: {
  readonly disputes: readonly Dispute[];
  readonly onExported: () => void;
}) {
  const { t } = useLingui();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls sideways is reached by keys
    <section className="desk-scroll" aria-label={t`Chargebacks`} tabIndex={0}>
      <table className="data-table">
        <thead>
          <tr>
            <HeadCell>
              <Trans>Reported</Trans>
            </HeadCell>
            <HeadCell>
              <Trans>User</Trans>
            </HeadCell>
            <HeadCell end>
              <Trans>Amount</Trans>
            </HeadCell>
            <HeadCell>
              <Trans>Card</Trans>
            </HeadCell>
            <HeadCell>
              <Trans>Evidence due</Trans>
            </HeadCell>
            <HeadCell>
              <Trans>State</Trans>
            </HeadCell>
            <HeadCell end>
              <Trans>Evidence</Trans>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {disputes.map((dispute) => (
            <Row key={dispute.order_id} dispute={dispute} onExported={onExported} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** `/admin/chargebacks`: what banks took back, until when they take evidence, and the evidence. */
export function DisputesPage() {
  const { t } = useLingui();
  const [params, setParams] = useSearchParams();
  const state = params.get('state') as DisputeState | null;
  const before = params.get('before');
  const desk = useDesk(params.toString(), (signal) =>
    deskApi.listDisputes({ query: { ...(state && { state }), ...(before && { cursor: before }) }, signal }),
  );
  return (
    <section>
      <div className="px-4 py-3">
        <Chips label={t`State`}>
          <Chip pressed={state === null} onPress={() => setParams({})}>
            <Trans>All</Trans>
          </Chip>
          {(Object.keys(STATES) as DisputeState[]).map((one) => (
            <Chip key={one} pressed={state === one} onPress={() => setParams({ state: one })}>
              {t(STATES[one][0])}
            </Chip>
          ))}
        </Chips>
      </div>
      <DeskSection desk={desk}>
        {({ items, next_cursor: next }) =>
          items.length === 0 && next === null ? (
            <div className="p-4">
              <Empty title={<Trans>No chargebacks here</Trans>}>
                <Trans>Chargebacks are listed here until the card scheme accepts no more evidence.</Trans>
              </Empty>
            </div>
          ) : (
            <>
              <DisputeTable disputes={items} onExported={desk.reload} />
              {next && (
                <div className="grid justify-center p-4">
                  <Button
                    kind="line"
                    onClick={() => setParams({ ...Object.fromEntries(params), before: next })}
                  >
                    <Trans>Older chargebacks</Trans>
                  </Button>
                </div>
              )}
            </>
          )
        }
      </DeskSection>
      <PurchaseBlocks />
    </section>
  );
}
