import { DEFAULT_TIP_TOKENS, TIP_TOKENS_MAX } from '@klieg/contract/features/tipping/limits';
import { Button, IconButton, Input, showToast, TokenAmount, TokenGlyph } from '@klieg/ui';
import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { formatAmount } from '@klieg/i18n';
import { type FormEvent, useId, useState } from 'react';
import { api } from '../../shared/api/client.ts';
import { explainError } from '../../shared/errors/explain-error.ts';
import { withTexts } from '../../shared/language/with-texts.ts';
import { loadPart } from '../../shared/lazy-part.ts';
import { meStore, useMe } from '../../shared/me/me-store.ts';
import { openModal } from '../../shared/modal/modal-store.ts';
import { TIP_ID } from '../../shared/room/skip-targets.ts';
import { useClientValue } from '../../shared/use-client-value.ts';
import { useSubmitType } from '../../shared/forms/use-submit-type.ts';
import { lastAmount, parseAmount, PRESETS, rememberAmount } from './last-amount.ts';

const NOTE_MAX = 200;

// Visitors who only watch do not load the payment code.
const loadPaying = withTexts(() => import('./index.ts'));

export interface TipControlProps {
  /** The performer's account id. */
  readonly receiverId: number;
  /** Her room, if a tip may be split among several; absent otherwise. */
  readonly receiverName?: string;
  /** Nobody is there who would see it, so one press is not enough. */
  readonly isOffline?: boolean;
  /** The ledger has taken a tip. */
  readonly onSent?: (amountTokens: number) => void;
}

interface PresetsProps {
  readonly amount: number | undefined;
  readonly onChoose: (tokens: number) => void;
}

function Presets({ amount, onChoose }: PresetsProps) {
  const { t } = useLingui();
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is no grid in every browser
    <div className="presets" role="group" aria-label={t`Tip amount`}>
      {PRESETS.map((preset) => (
        <Button key={preset} aria-pressed={amount === preset} onClick={() => onChoose(preset)}>
          {preset}
        </Button>
      ))}
    </div>
  );
}

interface AmountWaysProps extends PresetsProps {
  /** Absent where a tip may not be split. */
  readonly onSplit: (() => void) | undefined;
}

/**
 * The amount buttons have a row of their own, so that the next one fits field, note and button even in a narrow column.
 */
function AmountWays({ onSplit, ...presets }: AmountWaysProps) {
  const { t } = useLingui();
  return (
    <div className="tip-fields">
      <Presets {...presets} />
      {onSplit && <IconButton icon="users" label={t`Split a tip`} onClick={onSplit} />}
    </div>
  );
}

function RangeError({ id, isShown }: { readonly id: string; readonly isShown: boolean }) {
  const { i18n } = useLingui();
  const most = formatAmount(TIP_TOKENS_MAX, i18n.locale);
  return (
    <output id={id} className="field-error" hidden={!isShown}>
      {isShown && <Trans>Whole tokens, from 1 to {most}.</Trans>}
    </output>
  );
}

/** An empty field is about to be filled in. */
const isWrong = (text: string, amount: number | undefined): boolean =>
  amount === undefined && text.trim() !== '';

/** Five amounts, an own one, a note, and one button that repeats the amount. */
export function TipControl({ receiverId, receiverName, isOffline = false, onSent }: TipControlProps) {
  const { t, i18n } = useLingui();
  const submitType = useSubmitType();
  const me = useMe();
  // The server does not know this browser's last amount.
  const remembered = useClientValue(lastAmount, DEFAULT_TIP_TOKENS);
  const [text = String(remembered), setText] = useState<string>();
  const [note, setNote] = useState('');
  const [isBusy, setBusy] = useState(false);
  const amount = parseAmount(text);
  const rangeId = useId();
  const isOutOfRange = isWrong(text, amount);

  const onPaid = (amountTokens: number, balanceTokens: number) => {
    rememberAmount(amountTokens);
    setNote('');
    onSent?.(amountTokens);
    meStore.dispatch({ type: 'balance', tokens: balanceTokens });
  };
  const pay = async (amountTokens: number) => {
    setBusy(true);
    try {
      const { sendTip, followTip } = await loadPart(loadPaying);
      const result = await sendTip(api, { receiverId, amountTokens, comment: note.trim() });
      if (result.ok) onPaid(amountTokens, result.balanceTokens);
      else followTip(result.followUp, i18n, 'tip');
    } catch (error) {
      showToast({ content: explainError(error, i18n), appearance: 'error' });
    } finally {
      setBusy(false);
    }
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (me.kind === 'guest') return openModal('signup', { reason: 'tip' });
    if (amount === undefined || me.kind === 'unknown') return;
    if (!isOffline) return void pay(amount);
    const tokens = formatAmount(amount, i18n.locale);
    openModal('confirm', {
      title: t`Tip while the room is offline?`,
      text: t`Nobody is on air to see it. It costs you ${plural(amount, { one: '# token', other: `${tokens} tokens` })} at once.`,
      yes: t`Tip`,
      isHarmless: true,
      onYes: () => void pay(amount),
    });
  };

  const split = (username: string) =>
    me.kind === 'guest' ? openModal('signup', { reason: 'tip' }) : openModal('tip-split', { username });

  return (
    <form id={TIP_ID} method="post" className="tip-form" data-tracked="tip_open" onSubmit={submit}>
      <AmountWays
        amount={amount}
        onChoose={(preset) => setText(String(preset))}
        onSplit={receiverName === undefined ? undefined : () => split(receiverName)}
      />
      <div className="tip-fields">
        <Input
          className="figure tip-amount"
          label={t`Tip amount`}
          inputMode="numeric"
          maxLength={6}
          value={text}
          prefix={
            <span className="tokens">
              <TokenGlyph />
            </span>
          }
          aria-invalid={amount === undefined || undefined}
          aria-describedby={rangeId}
          onChange={(event) => setText(event.target.value)}
        />
        <Input
          className="tip-note"
          label={t`Note with the tip`}
          placeholder={t`Add a note`}
          maxLength={NOTE_MAX}
          value={note}
          autoComplete="off"
          onChange={(event) => setNote(event.target.value)}
        />
        <Button
          className="tip-send"
          type={submitType}
          kind="key"
          busy={isBusy}
          disabled={amount === undefined}
        >
          <Trans>Tip</Trans> <TokenAmount amountTokens={amount ?? 0} />
        </Button>
      </div>
      <RangeError id={rangeId} isShown={isOutOfRange} />
    </form>
  );
}
