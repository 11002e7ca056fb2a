import type { ConsentScope } from '@klieg/contract';
import { Button, Checkbox, Field, Input, Notice } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { explainError } from '../../shared/errors/explain-error.ts';
import { useScopeWords } from './scope-words.ts';

const SCOPES: readonly ConsentScope[] = ['depict', 'distribute', 'download'];
const NAME_MIN = 2;
/** A live picture always needs consent to publication. */
const USUAL: ReadonlySet<ConsentScope> = new Set(['depict', 'distribute']);
const EMPTY = { name: '', to: '', from: '', until: '' };

/** An address has an @, and a user name never. */
const receiverOf = (to: string) => (to.includes('@') ? { email: to } : { username: to });

/** The input, and how it is sent. */
function useAsking(onAsked: () => void) {
  const { t, i18n } = useLingui();
  const [fields, setFields] = useState(EMPTY);
  const [scopes, setScopes] = useState(USUAL);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [asked, setAsked] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFailure(undefined);
    setAsked(undefined);
    const [name, to] = [fields.name.trim(), fields.to.trim()];
    if (name.length < NAME_MIN) return setFailure(t`Say who you are asking.`);
    if (to === '') return setFailure(t`Enter an email address or a username.`);
    if (scopes.size === 0) return setFailure(t`Say what you are asking for.`);
    setBusy(true);
    try {
      await lateApi.askConsent({
        body: {
          name,
          ...receiverOf(to),
          scopes: SCOPES.filter((scope) => scopes.has(scope)),
          ...(fields.from !== '' && { from: fields.from }),
          ...(fields.until !== '' && { until: fields.until }),
        },
      });
      setAsked(name);
      setFields(EMPTY);
      onAsked();
    } catch (error) {
      setFailure(explainError(error, i18n));
    }
    setBusy(false);
  };
  const change = (key: keyof typeof EMPTY, value: string) => setFields({ ...fields, [key]: value });
  const choose = (scope: ConsentScope, isWanted: boolean) => {
    const next = new Set(scopes);
    if (isWanted) next.add(scope);
    else next.delete(scope);
    setScopes(next);
  };
  return { fields, change, scopes, choose, isBusy, failure, asked, submit };
}

/** Asks somebody; the link goes only to them, and nobody learns whether they have an account. */
export function AskConsentForm({ onAsked }: { readonly onAsked: () => void }) {
  const words = useScopeWords();
  const { fields, change, scopes, choose, isBusy, failure, asked, submit } = useAsking(onAsked);
  const input = (key: keyof typeof EMPTY, more: object = {}) => (
    <Input value={fields[key]} onChange={(event) => change(key, event.target.value)} {...more} />
  );
  return (
    <form className="consent-form" noValidate onSubmit={(event) => void submit(event)}>
      <div className="form-columns">
        <Field label={<Trans>Name</Trans>} hint={<Trans>What you call them. Shown in the email.</Trans>}>
          {input('name', { maxLength: 80, autoComplete: 'off' })}
        </Field>
        <Field
          label={<Trans>Email or username</Trans>}
          hint={<Trans>The link goes there and nowhere else.</Trans>}
        >
          {input('to', { maxLength: 254, autoComplete: 'off', inputMode: 'email' })}
        </Field>
        <Field label={<Trans>From</Trans>} optional>
          {input('from', { type: 'date' })}
        </Field>
        <Field label={<Trans>Until</Trans>} optional>
          {input('until', { type: 'date' })}
        </Field>
      </div>
      <Field label={<Trans>What you ask for</Trans>} group>
        {SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            checked={scopes.has(scope)}
            onChange={(event) => choose(scope, event.target.checked)}
          >
            {words[scope]}
          </Checkbox>
        ))}
      </Field>
      {failure !== undefined && <Notice tone="bad" title={failure} />}
      {asked !== undefined && (
        <Notice tone="ok" title={<Trans>{asked} was asked</Trans>}>
          <Trans>If the address is right, the link is on its way. It works for 14 days.</Trans>
        </Notice>
      )}
      <div>
        <Button type="submit" kind="key" busy={isBusy}>
          <Trans>Send the link</Trans>
        </Button>
      </div>
    </form>
  );
}
