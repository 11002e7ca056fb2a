import { DEFAULT_PROMO_CODE, PROMO_CODE_LENGTH } from '@klieg/contract';
import { formatAmount } from '@klieg/i18n';
import { uuidv7 } from '@klieg/kernel';
import { Button, Dialog, Field, Input, showToast } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { lateApi } from '../../shared/api/late-client.ts';
import { explainError } from '../../shared/errors/explain-error.ts';
import { meStore } from '../../shared/me/me-store.ts';
import { readCurrentUser } from '../../shared/session/start-session.ts';

export interface PromoCodeModalProps {
  /** The code of the address; absent: the one that everybody may use. */
  readonly code?: string;
  readonly onClose: () => void;
}

/** A code for free tokens (PROMO-026, PROMO-027, PROMO-028). */
export default function PromoCodeModal({ code = DEFAULT_PROMO_CODE, onClose }: PromoCodeModalProps) {
  const { t, i18n } = useLingui();
  const [intent, setIntent] = useState({ code: '', key: '' });
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { code } });
  const redeem = handleSubmit(async (fields) => {
    const typed = fields.code.trim();
    // A press that is repeated after a lost answer means the same; another code is another intent.
    const key = intent.code === typed ? intent.key : uuidv7();
    setIntent({ code: typed, key });
    try {
      const answer = await lateApi.redeemPromo({
        body: { promo_code: typed, source: 'modal' },
        idempotencyKey: key,
      });
      meStore.dispatch({ type: 'balance', tokens: answer.tokens });
      void readCurrentUser().catch(() => undefined);
      const amount = formatAmount(answer.tokens_added, i18n.locale);
      if (!answer.on_hold) showToast({ content: t`${amount} tokens added.`, appearance: 'success' });
      onClose();
    } catch (error) {
      setError('code', { message: explainError(error, i18n) });
    }
  });
  return (
    <Dialog
      title={<Trans>Promo code</Trans>}
      onClose={onClose}
      foot={
        <Button kind="key" size="large" full busy={formState.isSubmitting} onClick={() => void redeem()}>
          <Trans>Redeem</Trans>
        </Button>
      }
    >
      <form className="form" noValidate onSubmit={(event) => void redeem(event)}>
        <Field
          label={<Trans>Code</Trans>}
          error={formState.errors.code?.message}
          hint={<Trans>Free tokens can be spent, not paid out.</Trans>}
        >
          <Input
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={PROMO_CODE_LENGTH.max}
            {...register('code', {
              validate: (value) => {
                const { length } = value.trim();
                if (length === 0) return t`Type your promo code.`;
                return length >= PROMO_CODE_LENGTH.min || t`At least 3 characters.`;
              },
            })}
          />
        </Field>
      </form>
    </Dialog>
  );
}
