import { formatDay, formatMoney } from '@klieg/i18n';
import { Button, Dialog, ErrorBox, Icon, showToast, Tag } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { Answer } from '../../shared/api/answers.ts';
import { lateApi } from '../../shared/api/late-client.ts';
import { explainError } from '../../shared/errors/explain-error.ts';
import { useMember } from '../../shared/me/me-store.ts';
import { openModal } from '../../shared/modal/modal-store.ts';
import { useLoaded } from '../../shared/use-loaded.ts';
import { useLevelName } from './use-level-name.ts';
import { payMembership } from './pay-membership.ts';
import './memberships.css';

type Memberships = Answer<'listMemberships'>;
type Item = Memberships['items'][number];

function LevelRow({
  item,
  current,
  chosen,
  onChoose,
}: {
  readonly item: Item;
  readonly current: Memberships['current'];
  readonly chosen: boolean;
  readonly onChoose: () => void;
}) {
  const { i18n } = useLingui();
  const name = useLevelName()(item.membership);
  return (
    <label className="level choice">
      <input type="radio" name="membership" checked={chosen} onChange={onChoose} />
      <b className="flex flex-wrap items-center gap-2">
        {name}
        {current?.membership === item.membership && (
          <Tag>
            <Trans>Yours</Trans>
          </Tag>
        )}
        {item.discount > 0 && (
          <Tag>
            <Trans>{item.discount}% off</Trans>
          </Tag>
        )}
      </b>
      <b className="figure text-right">{formatMoney(item.amount, item.currency, i18n.locale)}</b>
      <ul className="level-benefits">
        {item.benefits.map((benefit) => (
          <li key={benefit}>
            <Icon name="check-bold" size={14} />
            {benefit}
          </li>
        ))}
      </ul>
      <span className="small text-right text-ink-2">
        <Trans>30 days</Trans>
      </span>
    </label>
  );
}

/** What happens to the rest of another level. */
function WhatChanges({ item, current }: { readonly item: Item; readonly current: Memberships['current'] }) {
  const { i18n } = useLingui();
  if (!current)
    return (
      <Trans>
        The benefits begin with the payment. It renews every 30 days until you cancel, which takes one press
        under Tokens.
      </Trans>
    );
  const end = formatDay(current.renews_at, i18n.locale);
  return current.membership === item.membership ? (
    <Trans>Adds 30 days after {end}.</Trans>
  ) : (
    <Trans>The time left until {end} is not lost: it becomes days of the higher level.</Trans>
  );
}

function Levels({ memberships }: { readonly memberships: Memberships }) {
  const { i18n } = useLingui();
  const isMember = useMember() !== undefined;
  const { items, current } = memberships;
  const [chosenId, setChosenId] = useState(
    (items.find(({ discount }) => discount > 0) ?? items[1] ?? items[0])?.internal_id,
  );
  const [isBusy, setBusy] = useState(false);
  const item = items.find(({ internal_id: id }) => id === chosenId) ?? items[0];
  if (!item)
    return (
      <p>
        <Trans>No membership is offered now.</Trans>
      </p>
    );
  const price = formatMoney(item.amount, item.currency, i18n.locale);
  const pay = async () => {
    if (!isMember) return openModal('signup', { reason: 'purchase' });
    setBusy(true);
    await payMembership(item.internal_id).catch((error: unknown) =>
      showToast({ content: explainError(error, i18n), appearance: 'error', autoDismiss: false }),
    );
    setBusy(false);
  };
  return (
    <div className="grid gap-4">
      <div className="grid gap-2">
        {items.map((one) => (
          <LevelRow
            key={one.internal_id}
            item={one}
            current={current}
            chosen={one === item}
            onChoose={() => setChosenId(one.internal_id)}
          />
        ))}
      </div>
      <p className="small text-ink-2">
        <WhatChanges item={item} current={current} />
      </p>
      <Button kind="key" busy={isBusy} onClick={() => void pay()}>
        <Trans>Pay {price}</Trans>
      </Button>
    </div>
  );
}

/** The three memberships with benefits and prices (BILLING-012). */
export default function UpgradeModal({ onClose }: { readonly onClose: () => void }) {
  const { state, reload } = useLoaded('memberships', (signal) => lateApi.listMemberships({ signal }));
  return (
    <Dialog title={<Trans>Membership</Trans>} onClose={onClose} width={480}>
      {state.kind === 'ready' && <Levels memberships={state.value} />}
      {state.kind === 'failed' && (
        <ErrorBox title={<Trans>The memberships did not load</Trans>} onRetry={reload} />
      )}
      {state.kind === 'loading' && (
        <output className="grid gap-2" aria-busy="true">
          {[0, 1, 2].map((row) => (
            <div key={row} className="skeleton h-24" />
          ))}
        </output>
      )}
    </Dialog>
  );
}
