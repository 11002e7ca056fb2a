import { formatAmount, formatMoney } from '@klieg/i18n';
import { Notice, Switch } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Answer } from '../../shared/api/answers.ts';
import { useMember } from '../../shared/me/me-store.ts';
import { openModal } from '../../shared/modal/modal-store.ts';
import { useSave } from '../../shared/settings/use-save.ts';
import { cardName, ChargeList, useCards } from '../cards/index.ts';
import { choiceOf } from './re-up-rules.ts';
import { useReUp } from './use-re-up.ts';

/** What was agreed to, as it was agreed to; the card is named once it is known. */
function Agreed(props: {
  readonly agreed: NonNullable<Answer<'getReUp'>['agreed']>;
  readonly below: number;
  readonly cardName: string | undefined;
}) {
  const { i18n } = useLingui();
  const { agreed, cardName: name } = props;
  const tokens = formatAmount(agreed.tokens, i18n.locale);
  const price = formatMoney(agreed.amount, agreed.currency, i18n.locale);
  const below = formatAmount(props.below, i18n.locale);
  return (
    <p>
      {name === undefined ? (
        <Trans>
          {tokens} tokens for {price}, when fewer than {below} are left.
        </Trans>
      ) : (
        <Trans>
          {tokens} tokens for {price}, when fewer than {below} are left, with {name}.
        </Trans>
      )}
    </p>
  );
}

/** Automatic purchases: the switch, the terms agreed to, and past charges. */
export function ReUpModule() {
  const { i18n } = useLingui();
  const current = useMember();
  const reUp = useReUp();
  const { cards } = useCards();
  const { save, state } = useSave();
  const choice = choiceOf(current);
  const card = cards?.find(({ id }) => id === choice.card_id);
  const month = formatMoney(choice.max_cents_per_month ?? 0, 'USD', i18n.locale);
  const charged = formatMoney(reUp?.charged_cents_this_month ?? 0, 'USD', i18n.locale);
  const { below = 0, max_per_day: perDay = 0 } = choice;
  const today = reUp?.charged_today ?? 0;
  const turn = (isOn: boolean) => {
    // Consent is given where all terms are on one screen.
    if (isOn) return openModal('re-up', {});
    const off = { ...choice, enabled: false, disabled_by_user: true };
    return void save({ auto_re_ups: JSON.stringify(off) });
  };
  return (
    <section className="module" aria-labelledby="re-up-title">
      <h2 className="label" id="re-up-title">
        <Trans>Auto re-up</Trans>
      </h2>
      <Switch
        checked={choice.enabled}
        disabled={state.kind === 'saving'}
        onChange={(event) => turn(event.target.checked)}
        note={!choice.enabled && <Trans>Off. It buys tokens for you when you run low.</Trans>}
      >
        <Trans>Buy tokens when they run out</Trans>
      </Switch>
      {choice.enabled && (
        <>
          {reUp?.agreed && (
            <Agreed agreed={reUp.agreed} below={below} cardName={card ? cardName(card) : undefined} />
          )}
          <p className="figure text-ink-2">
            <Trans>
              {today} of {perDay} today, {charged} of {month} this month
            </Trans>
          </p>
        </>
      )}
      {reUp?.state === 'disabled' && reUp.failures > 1 && (
        <Notice tone="warn" title={<Trans>Switched off after two declines</Trans>} />
      )}
      {state.kind === 'failed' && <Notice tone="bad" title={state.text} />}
      {reUp && <ChargeList charges={reUp.charges} />}
    </section>
  );
}
