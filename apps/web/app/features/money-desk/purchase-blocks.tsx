import type { PurchaseBlock } from '@klieg/contract';
import { formatAmount, formatDayTime } from '@klieg/i18n';
import { HeadCell } from '@klieg/ui';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { deskApi } from './desk-api.ts';
import { DeskSection } from './desk-section.tsx';
import { useDesk } from './use-desk.ts';

const REASONS: Readonly<Record<PurchaseBlock['reason'], MessageDescriptor>> = {
  orders: msg`Orders within an hour`,
  declines: msg`Declines within an hour`,
  cards: msg`Other accounts with the same card`,
  network: msg`Other buyers on the same network within a day`,
};

/** Who may not buy for now, and what came too fast. */
export function PurchaseBlocks() {
  const { t, i18n } = useLingui();
  const desk = useDesk('blocks', (signal) => deskApi.listPurchaseBlocks({ signal }));
  return (
    <DeskSection desk={desk}>
      {({ items }) =>
        items.length === 0 ? null : (
          <section>
            <h2 className="px-4 py-3">
              <Trans>Blocked purchases</Trans>
            </h2>
            <table className="data-table">
              <thead>
                <tr>
                  <HeadCell>
                    <Trans>When</Trans>
                  </HeadCell>
                  <HeadCell>
                    <Trans>User</Trans>
                  </HeadCell>
                  <HeadCell>
                    <Trans>Why</Trans>
                  </HeadCell>
                  <HeadCell end>
                    <Trans>Attempts</Trans>
                  </HeadCell>
                </tr>
              </thead>
              <tbody>
                {items.map((block) => (
                  <tr key={`${block.user.id} ${block.reason}`}>
                    <td className="figure text-ink-2">{formatDayTime(block.last_at, i18n.locale)}</td>
                    <td>
                      <Link className="desk-link" to={`/admin/orders?user=${block.user.username}`}>
                        {block.user.username}
                      </Link>
                    </td>
                    <td className="whitespace-normal!">
                      {t(REASONS[block.reason])}: {formatAmount(block.count, i18n.locale)}
                    </td>
                    <td className="is-end figure">{formatAmount(block.tries, i18n.locale)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )
      }
    </DeskSection>
  );
}
