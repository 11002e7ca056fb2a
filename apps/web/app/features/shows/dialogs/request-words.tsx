import { Notice } from '@klieg/ui';
import { Plural, Trans } from '@lingui/react/macro';

/** What happens with the tokens, and when they come back. */
export const RefundWords = ({ name, minutes }: { readonly name: string; readonly minutes: number }) => (
  <p className="small text-ink-2">
    <Trans>
      {name} has 60 seconds to answer, and nothing is charged before. Once accepted,{' '}
      <Plural value={minutes} one="the first minute is" other="the first # minutes are" /> set aside. What is
      not used is returned at the end, whoever ends it; you pay only while the stream reaches you.
    </Trans>
  </p>
);

/** Warnings: what came of the last press, no picture now, a changed price, and what the start needs if the balance is too low. */
export function Warnings(props: {
  readonly isSoundOnly: boolean;
  readonly price: number | undefined;
  readonly prepaid: number | undefined;
  /** Why the request was not taken; it can be sent again. */
  readonly refusal: string | undefined;
}) {
  const { isSoundOnly, price, prepaid, refusal } = props;
  return (
    <>
      {refusal !== undefined && <Notice tone="bad" title={refusal} />}
      {isSoundOnly && (
        <Notice tone="info" title={<Trans>Sound only now</Trans>}>
          <Trans>The camera is off. A private costs the same, and time with sound counts.</Trans>
        </Notice>
      )}
      {price !== undefined && (
        <Notice tone="warn" title={<Trans>The price has changed</Trans>}>
          <Trans>It is {price} tokens a minute now. Ask again if that suits you.</Trans>
        </Notice>
      )}
      {prepaid !== undefined && (
        <Notice tone="warn" title={<Trans>Not enough tokens to start</Trans>}>
          <Trans>{prepaid} tokens are set aside when it begins.</Trans>
        </Notice>
      )}
    </>
  );
}
