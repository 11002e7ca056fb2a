import type { Act } from '@klieg/contract/features/acts/http';
import { formatTimeOfDay } from '@klieg/i18n';
import { Button, ErrorBox, showToast, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';
import { explainError } from '#app/shared/errors/explain-error.ts';
import type { SlotProps } from '#app/shared/room-module/room-module.ts';
import { useLoaded } from '#app/shared/use-loaded.ts';
import type { MenuPart } from '../menu-state.ts';

/** Bought acts not given yet, oldest first, for the performer who is live. */
export default function OwedStudio({ part }: SlotProps<MenuPart>) {
  const { i18n, t } = useLingui();
  const { state, reload } = useLoaded(
    'owed',
    async (signal) => {
      const { items } = await lateApi.listActs({ query: { state: 'owed', limit: '100' }, signal });
      return items.toReversed();
    },
    part.sales,
  );
  const [busyId, setBusyId] = useState<string>();
  const change = async (act: Act, action: 'done' | 'return') => {
    if (busyId) return;
    setBusyId(act.id);
    try {
      await lateApi.changeAct({ params: { id: act.id }, body: { action } });
    } catch (error) {
      showToast({ content: explainError(error, i18n), appearance: 'error' });
    } finally {
      setBusyId(undefined);
      reload();
    }
  };
  if (state.kind === 'failed')
    return (
      <section className="module" aria-label={t`To do`}>
        <ErrorBox title={<Trans>What you owe did not load</Trans>} onRetry={reload} />
      </section>
    );
  if (state.kind === 'loading' || state.value.length === 0) return null;
  const count = state.value.length;
  return (
    <section className="module" aria-labelledby="owed-label">
      <div className="module-head">
        <span className="label grow" id="owed-label">
          <Trans>To do ({count})</Trans>
        </span>
      </div>
      <ul aria-label={t`To do`}>
        {state.value.map((act) => (
          <li key={act.id} className="act-row">
            <span className="grow">
              <b>{act.label}</b>{' '}
              <span className="text-ink-2">
                {act.payer ?? t`Hidden viewer`} · {formatTimeOfDay(act.at, i18n.locale)}
              </span>
            </span>
            <TokenAmount amountTokens={act.tokens} />
            <Button size="small" kind="key" busy={busyId === act.id} onClick={() => void change(act, 'done')}>
              <Trans>Done</Trans>
            </Button>
            <Button size="small" kind="line" onClick={() => void change(act, 'return')}>
              <Trans>Refund the tokens</Trans>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
