import { Button, Checkbox, Field, Input, Notice, Select, TextArea } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form';
import type { Answer } from '../../shared/api/answers.ts';
import { lateApi } from '../../shared/api/late-client.ts';
import { explainError } from '../../shared/errors/explain-error.ts';
import { useFocusInvalid } from '../../shared/forms/use-focus-invalid.ts';
import { useSubmitType } from '../../shared/forms/use-submit-type.ts';
import {
  addressesOf,
  COMPLAINT_KINDS,
  type ComplainantRelation,
  type ComplaintKind,
  RELATIONS,
} from './complaint-kinds.ts';
import { useMailRules } from './mail-rules.ts';

interface ComplaintFields {
  kind: ComplaintKind;
  urls: string;
  name: string;
  email: string;
  relation: ComplainantRelation;
  statement: string;
  signature: string;
  good_faith: boolean;
  perjury: boolean;
}

interface FormPart {
  readonly form: UseFormReturn<ComplaintFields>;
}

const STATEMENT_MIN = 20;
const URLS_MAX = 20;

function What({ form }: FormPart) {
  const { t } = useLingui();
  const { register, formState } = form;
  const { errors } = formState;
  const kinds: Readonly<Record<ComplaintKind, string>> = {
    illegal: t`Illegal content, or someone under 18`,
    non_consensual: t`Shown without consent`,
    take_it_down: t`Remove an intimate picture of me`,
    depicted_person: t`I am shown and want it removed`,
    copyright: t`My copyright`,
    privacy: t`My private data`,
    other: t`Something else`,
  };
  const checkAddresses = (text: string) => {
    const urls = addressesOf(text);
    if (urls.length === 0) return t`Enter the address of the page.`;
    if (urls.length > URLS_MAX) return t`At most 20 addresses.`;
    return (
      urls.every((url) => URL.parse(url)?.origin === location.origin) ||
      t`Enter full addresses of pages on this site, one per line.`
    );
  };
  return (
    <>
      <Field label={<Trans>What is it about?</Trans>}>
        <Select {...register('kind')}>
          {COMPLAINT_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {kinds[kind]}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label={<Trans>Addresses</Trans>}
        error={errors.urls?.message}
        hint={<Trans>Copied from the address bar, one per line</Trans>}
      >
        <TextArea rows={2} spellCheck={false} {...register('urls', { validate: checkAddresses })} />
      </Field>
      <Field label={<Trans>What is wrong with it?</Trans>} error={errors.statement?.message}>
        <TextArea
          rows={6}
          maxLength={4_000}
          {...register('statement', {
            validate: (text) => text.trim().length >= STATEMENT_MIN || t`Please explain in a few words.`,
          })}
        />
      </Field>
    </>
  );
}

function Who({ form }: FormPart) {
  const { t } = useLingui();
  const { register, formState } = form;
  const { errors } = formState;
  const mailRules = useMailRules();
  const relations: Readonly<Record<ComplainantRelation, string>> = {
    self: t`For myself`,
    representative: t`For someone I represent`,
    rights_owner: t`As the rights owner`,
    third_party: t`As someone who has seen it`,
  };
  return (
    <>
      <Field label={<Trans>You are complaining</Trans>}>
        <Select {...register('relation')}>
          {RELATIONS.map((relation) => (
            <option key={relation} value={relation}>
              {relations[relation]}
            </option>
          ))}
        </Select>
      </Field>
      <div className="form-columns">
        <Field label={<Trans>Your name</Trans>} error={errors.name?.message}>
          <Input
            autoComplete="name"
            maxLength={120}
            {...register('name', {
              validate: (name) => name.trim().length >= 2 || t`Type your name.`,
            })}
          />
        </Field>
        <Field label={<Trans>Email</Trans>} error={errors.email?.message}>
          <Input type="email" autoComplete="email" {...register('email', mailRules(true))} />
        </Field>
      </div>
    </>
  );
}

function Statements({ form }: FormPart) {
  const { t } = useLingui();
  const { register, control, formState } = form;
  const { errors } = formState;
  const isCopyright = useWatch({ control, name: 'kind' }) === 'copyright';
  return (
    <>
      <div className="field">
        <Checkbox
          className="items-start!"
          aria-invalid={errors.good_faith ? true : undefined}
          {...register('good_faith', { required: t`Please confirm this.` })}
        >
          <Trans>What I say is true to the best of my knowledge.</Trans>
        </Checkbox>
        {errors.good_faith && <span className="field-error">{errors.good_faith.message}</span>}
      </div>
      {isCopyright && (
        <div className="field">
          <Checkbox
            className="items-start!"
            aria-invalid={errors.perjury ? true : undefined}
            {...register('perjury', {
              validate: (isSworn) => isSworn || !isCopyright || t`Please confirm this.`,
            })}
          >
            <Trans>Under penalty of perjury: I own the right, or may act for its owner.</Trans>
          </Checkbox>
          {errors.perjury && <span className="field-error">{errors.perjury.message}</span>}
        </div>
      )}
      <Field
        label={<Trans>Signature</Trans>}
        error={errors.signature?.message}
        hint={<Trans>Your full name, typed</Trans>}
      >
        <Input
          maxLength={80}
          autoComplete="off"
          {...register('signature', {
            validate: (name) => name.trim().length >= 2 || t`Type your full name.`,
          })}
        />
      </Field>
    </>
  );
}

export interface ComplaintFormProps {
  readonly kind: ComplaintKind;
  /** Address of the page concerned; empty if unknown. */
  readonly url: string;
  readonly onSent: (sent: Answer<'fileComplaint'>) => void;
}

/** A complaint about something on this site; it needs no account. */
export function ComplaintForm({ kind, url, onSent }: ComplaintFormProps) {
  const { i18n } = useLingui();
  const submitType = useSubmitType();
  const [refusal, setRefusal] = useState<string>();
  const form = useForm<ComplaintFields>({
    defaultValues: {
      kind,
      urls: url,
      name: '',
      email: '',
      relation: 'self',
      statement: '',
      signature: '',
      good_faith: false,
      perjury: false,
    },
    shouldFocusError: false,
  });
  const element = useFocusInvalid(form.formState.submitCount);
  const send = form.handleSubmit(async ({ good_faith: _said, perjury, urls, ...rest }) => {
    setRefusal(undefined);
    const body = {
      ...rest,
      urls: addressesOf(urls),
      good_faith: true as const,
      ...(rest.kind === 'copyright' && { perjury }),
    };
    try {
      onSent(await lateApi.fileComplaint({ body }));
    } catch (error) {
      setRefusal(explainError(error, i18n));
    }
  });
  return (
    <form ref={element} method="post" className="form" noValidate onSubmit={(event) => void send(event)}>
      {refusal && (
        <Notice tone="bad" title={<Trans>That did not work</Trans>}>
          {refusal}
        </Notice>
      )}
      <What form={form} />
      <Who form={form} />
      <Statements form={form} />
      <Button type={submitType} kind="key" size="large" busy={form.formState.isSubmitting}>
        <Trans>Send</Trans>
      </Button>
    </form>
  );
}
