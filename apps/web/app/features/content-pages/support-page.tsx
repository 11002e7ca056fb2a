import { Button, Field, Input, Notice, Select, TextArea } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { Answer } from '../../shared/api/answers.ts';
import { lateApi } from '../../shared/api/late-client.ts';
import { explainError } from '../../shared/errors/explain-error.ts';
import { useMe } from '../../shared/me/me-store.ts';
import { useFocusInvalid } from '../../shared/forms/use-focus-invalid.ts';
import { LegalText } from '../../shared/legal-text/legal-text.tsx';
import { useSubmitType } from '../../shared/forms/use-submit-type.ts';
import { ContentFrame } from './content-frame.tsx';
import { useMailRules } from './mail-rules.ts';
import { SUPPORT_TOPICS, type SupportTopic } from './support-topics.ts';

interface SupportFields {
  topic: SupportTopic;
  email: string;
  order_id: string;
  text: string;
}

const TEXT_MIN = 5;
const TEXT_MAX = 4_000;

/** Names of the topics, for readers. */
function useTopicNames(): Readonly<Record<SupportTopic, string>> {
  const { t } = useLingui();
  return {
    account: t`Account`,
    billing: t`Payments`,
    video: t`Video`,
    model: t`Models`,
    report: t`Report`,
    other: t`Something else`,
  };
}

export interface SupportPageProps {
  /** What to know before writing. */
  readonly text: Answer<'getContent'>;
  readonly topic: SupportTopic;
  /** Number of the order or movement concerned; empty if unknown. */
  readonly order: string;
  /** Earlier conversations. */
  readonly earlier?: ReactNode;
}

interface SupportFormProps extends Pick<SupportPageProps, 'topic' | 'order'> {
  readonly onSent: (number: number) => void;
}

function SupportForm({ topic, order, onSent }: SupportFormProps) {
  const { t, i18n } = useLingui();
  const submitType = useSubmitType();
  const names = useTopicNames();
  const mailRules = useMailRules();
  const isMember = useMe().kind === 'member';
  const [refusal, setRefusal] = useState<string>();
  const { register, handleSubmit, control, formState } = useForm<SupportFields>({
    defaultValues: { topic, email: '', order_id: order, text: '' },
    shouldFocusError: false,
  });
  const { errors, isSubmitting, submitCount } = formState;
  const element = useFocusInvalid(submitCount);
  const isAboutMoney = useWatch({ control, name: 'topic' }) === 'billing';
  const send = handleSubmit(async ({ email, order_id: orderId, ...form }) => {
    setRefusal(undefined);
    try {
      const body = { ...form, ...(email && { email }), ...(orderId && { order_id: orderId }) };
      onSent((await lateApi.openSupportThread({ body })).number);
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
      <Field label={<Trans>What is it about?</Trans>}>
        <Select {...register('topic')}>
          {SUPPORT_TOPICS.map((one) => (
            <option key={one} value={one}>
              {names[one]}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label={<Trans>Email</Trans>}
        optional={isMember}
        error={errors.email?.message}
        hint={isMember ? <Trans>Otherwise we answer to the email address of your account.</Trans> : undefined}
      >
        <Input type="email" autoComplete="email" {...register('email', mailRules(!isMember))} />
      </Field>
      {isAboutMoney && (
        <Field label={<Trans>Order number</Trans>} optional>
          <Input maxLength={64} autoComplete="off" {...register('order_id')} />
        </Field>
      )}
      <Field label={<Trans>Your message</Trans>} error={errors.text?.message}>
        <TextArea
          rows={7}
          maxLength={TEXT_MAX}
          {...register('text', {
            validate: (value) => value.trim().length >= TEXT_MIN || t`Please tell us what it is about.`,
          })}
        />
      </Field>
      <Button type={submitType} kind="key" size="large" busy={isSubmitting}>
        <Trans>Send</Trans>
      </Button>
    </form>
  );
}

/** A message to the operator, with or without an account. */
export function SupportPage({ text, topic, order, earlier }: SupportPageProps) {
  const [number, setNumber] = useState<number>();
  return (
    <ContentFrame title={text.title} note={<Trans>A person reads it and answers by email.</Trans>}>
      {number === undefined ? (
        <>
          <LegalText html={text.body_html} />
          {earlier}
          <SupportForm topic={topic} order={order} onSent={setNumber} />
        </>
      ) : (
        <Notice tone="ok" title={<Trans>We got your message</Trans>}>
          <span className="content-number block">
            <Trans>Number {number}</Trans>
          </span>
          <Trans>Please quote this number if you write again. We answer by email.</Trans>
        </Notice>
      )}
    </ContentFrame>
  );
}
