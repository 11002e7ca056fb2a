import { showToast } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { sendSurely } from '../../shared/api/send-surely.ts';
import { explainError } from '../../shared/errors/explain-error.ts';
import { readCurrentUser } from '../../shared/session/start-session.ts';
import type { CardFields, CardRefusal } from './card-fields-port.ts';
import { type CardFormFields, sentExpiry, sentPerson } from './card-form-rules.ts';
import { isFailure } from './use-age-check.ts';

/** Checks by card: a token of the vendor's fields, then one call with it. */
export function useCardCheck(uses: {
  readonly fail: (message: string | undefined) => Promise<void>;
  readonly onPassed: () => void;
  readonly onPending: () => void;
}) {
  const { t, i18n } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const wordsOf = (refused: CardRefusal): string | undefined => {
    if (refused === 'empty') return undefined;
    return refused === 'card'
      ? t`This card was not accepted. Check its number, expiry date and CVC.`
      : t`The verification service is not available. Try again in a moment.`;
  };
  const check = async (form: CardFormFields, fields: CardFields) => {
    const expiry = sentExpiry(form);
    const person = sentPerson(form);
    const grant = await lateApi.openCardFields({ body: {} });
    const made = await fields.make({
      grant,
      person: {
        firstName: person.first_name,
        lastName: person.last_name,
        email: person.email,
        address1: person.address,
        city: person.city,
        country: person.country,
        state: person.state,
        postalCode: person.zip,
      },
      expiry: { expMonth: expiry.exp_month, expYear: expiry.exp_year },
    });
    if ('refused' in made) return setError(wordsOf(made.refused));
    const { token, first6, last4 } = made;
    const body = { ...person, payment_token: token, card: { ...expiry, first6, last4 } };
    const { state, tokens_added: added } = await sendSurely(['age by card', body], (idempotencyKey) =>
      lateApi.checkAgeByCard({ body, idempotencyKey }),
    );
    await readCurrentUser().catch(() => undefined);
    if (added > 0) showToast({ content: t`${added} tokens were added`, appearance: 'success' });
    if (state === 'passed') uses.onPassed();
    else uses.onPending();
  };
  return {
    isBusy,
    error,
    async send(form: CardFormFields, fields: CardFields) {
      setBusy(true);
      setError(undefined);
      try {
        await check(form, fields);
      } catch (thrown) {
        if (isFailure(thrown)) await uses.fail(explainError(thrown, i18n));
        else setError(explainError(thrown, i18n));
      }
      setBusy(false);
    },
  };
}
