import type { BillingTopic } from '@klieg/contract';
import { Button, Dialog, Field, Notice, Select, TextArea } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { lateApi } from '#app/shared/api/late-client.ts';
import { explainError } from '#app/shared/errors/explain-error.ts';
import { useFocusInvalid } from '#app/shared/forms/use-focus-invalid.ts';

export interface ContactSupportModalProps {
  readonly topic?: BillingTopic;
  readonly orderId?: string;
  readonly onClose: () => void;
}

interface HelpFields {
  topic: BillingTopic;
  text: string;
}

const FORM = 'contact-support';
const TEXT_MIN = 5;
const TEXT_MAX = 2_000;

/** What somebody may need help with, of a payment. */
function useTopics(): Readonly<Record<BillingTopic, string>> {
  const { t } = useLingui();
  return {
    declined: t`A payment was declined`,
    missing_tokens: t`Tokens are missing`,
    refund: t`I want a refund`,
    verify: t`I want to be verified`,
    other: t`Something else`,
  };
}

function useSend(orderId: string | undefined, onSent: (number: number) => void) {
  const { i18n } = useLingui();
  const [refusal, setRefusal] = useState<string>();
  const send = async (fields: HelpFields) => {
    setRefusal(undefined);
    try {
      const { number } = await lateApi.requestSupport({
        body: { ...fields, ...(orderId && { order_id: orderId }) },
      });
      onSent(number);
    } catch (error) {
      setRefusal(explainError(error, i18n));
    }
  };
  return { refusal, send };
}

function Sent({ number }: { readonly number: number }) {
  return (
    <Notice tone="ok" title={<Trans>We got your message</Trans>}>
      <b className="figure block">
        <Trans>Number {number}</Trans>
      </b>
      <Trans>Please quote this number if you write again. We answer by email.</Trans>
    </Notice>
  );
}

function HelpFieldSet({
  form,
  orderId,
}: {
  readonly form: UseFormReturn<HelpFields>;
  readonly orderId: string | undefined;
}) {
  const { t } = useLingui();
  const topics = useTopics();
  const { register, formState } = form;
  return (
    <>
      <Field label={<Trans>What is it about?</Trans>}>
        <Select {...register('topic')}>
          {Object.entries(topics).map(([key, name]) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label={<Trans>Your message</Trans>}
        error={formState.errors.text?.message}
        hint={<Trans>Never send a card number.</Trans>}
      >
        <TextArea
          rows={5}
          maxLength={TEXT_MAX}
          {...register('text', {
            validate: (value) => value.trim().length >= TEXT_MIN || t`Please tell us what it is about.`,
          })}
        />
      </Field>
      {orderId && (
        <p className="small figure text-ink-3">
          <Trans>Order {orderId.slice(-12)}</Trans>
        </p>
      )}
    </>
  );
}

/** Asks a person of the house about a payment; the answer comes by mail, with a number to name. */
export default function ContactSupportModal({ topic = 'other', orderId, onClose }: ContactSupportModalProps) {
  const [number, setNumber] = useState<number>();
  const { refusal, send } = useSend(orderId, setNumber);
  const form = useForm<HelpFields>({ defaultValues: { topic, text: '' }, shouldFocusError: false });
  const { isSubmitting, submitCount } = form.formState;
  const element = useFocusInvalid(submitCount);
  const isSent = number !== undefined;
  return (
    <Dialog
      title={<Trans>Contact support</Trans>}
      onClose={onClose}
      foot={
        <>
          <span className="grow" />
          <Button kind="line" onClick={onClose}>
            {isSent ? <Trans>Close</Trans> : <Trans>Cancel</Trans>}
          </Button>
          {!isSent && (
            <Button kind="key" type="submit" form={FORM} busy={isSubmitting}>
              <Trans>Send</Trans>
            </Button>
          )}
        </>
      }
    >
      {isSent ? (
        <Sent number={number} />
      ) : (
        <form
          id={FORM}
          ref={element}
          className="form"
          noValidate
          onSubmit={(event) => void form.handleSubmit(send)(event)}
        >
          {refusal && (
            <Notice tone="bad" title={<Trans>That did not work</Trans>}>
              {refusal}
            </Notice>
          )}
          <HelpFieldSet form={form} orderId={orderId} />
        </form>
      )}
    </Dialog>
  );
}
