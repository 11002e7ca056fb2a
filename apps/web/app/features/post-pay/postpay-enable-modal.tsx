import { POSTPAY_LEAST_TOKENS } from '@klieg/contract/features/post-pay/limits';
import { formatAmount, formatMoney } from '@klieg/i18n';
import { Button, Checkbox, Dialog, Field, Select, showToast } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { explainError } from '../../shared/errors/explain-error.ts';
import { useConfirmed } from '../../shared/password/use-confirmed.tsx';
import { readCurrentUser } from '../../shared/session/start-session.ts';
import { CardChoice, useCards } from '../cards/index.ts';
import { limitChoices } from './postpay-rules.ts';

export interface PostpayEnableModalProps {
  readonly offeredTokens: number;
  readonly onClose: () => void;
}

const CENTS_PER_TOKEN = 10;

/** Accepts credit: a card, a limit and the terms. */
export default function PostpayEnableModal({ offeredTokens, onClose }: PostpayEnableModalProps) {
  const { t, i18n } = useLingui();
  const cards = useCards();
  const choices = limitChoices(offeredTokens);
  const [limit, setLimit] = useState(choices[0] ?? 0);
  const [chosenId, setChosenId] = useState<string>();
  const [isAccepted, setAccepted] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { question, run } = useConfirmed((error) =>
    showToast({ content: explainError(error, i18n), appearance: 'error' }),
  );
  const cardId = chosenId ?? cards.cards?.[0]?.id;
  const enable = async () => {
    if (!cardId) return;
    setBusy(true);
    await run(async () => {
      await lateApi.enablePostpay({ body: { card_id: cardId, limit_cents: limit * CENTS_PER_TOKEN } });
      await readCurrentUser();
      showToast({ content: t`Post-pay is on.`, appearance: 'success' });
      onClose();
    });
    setBusy(false);
  };
  if (question) return question;
  const least = formatMoney(POSTPAY_LEAST_TOKENS * CENTS_PER_TOKEN, 'USD', i18n.locale);
  return (
    <Dialog
      title={<Trans>Set up post-pay</Trans>}
      onClose={onClose}
      foot={
        <Button
          kind="key"
          size="large"
          full
          busy={isBusy}
          disabled={!isAccepted || !cardId}
          onClick={() => void enable()}
        >
          <Trans>Turn post-pay on</Trans>
        </Button>
      }
    >
      <div className="grid gap-4">
        <Field label={<Trans>Limit</Trans>}>
          <Select value={limit} onChange={(event) => setLimit(Number(event.target.value))}>
            {choices.map((tokens) => (
              <option key={tokens} value={tokens}>
                {t`${formatAmount(tokens, i18n.locale)} tokens, ${formatMoney(tokens * CENTS_PER_TOKEN, 'USD', i18n.locale)}`}
              </option>
            ))}
          </Select>
        </Field>
        <CardChoice cards={cards} chosenId={cardId} onChoose={setChosenId} />
        <p className="text-ink-2">
          <Trans>
            What you spend beyond your balance is charged to this card. That happens when the limit is
            reached, one hour after you last spent, or when you press Pay now. There are at most five charges
            a day. Amounts under {least} wait, for 30 days at most. A declined card is tried again after 1, 3
            and 7 days. No interest, no fee.
          </Trans>
        </p>
        <Checkbox checked={isAccepted} onChange={(event) => setAccepted(event.target.checked)}>
          <Trans>I agree that my card is charged like this until I turn post-pay off.</Trans>
        </Checkbox>
      </div>
    </Dialog>
  );
}
