import { formatAmount } from '@klieg/i18n';
import { LowerThird } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { Closing } from './closing-queue.ts';

/** What was reached, and by whose tip. */
function ClosingNote({ closing: { target, username, count } }: { readonly closing: Closing }) {
  const { i18n } = useLingui();
  if (count > 1)
    return username ? <Trans>All reached, the last closed by {username}</Trans> : <Trans>All reached</Trans>;
  const amount = formatAmount(target, i18n.locale);
  return username ? (
    <Trans>
      {amount} of {amount}, closed by {username}
    </Trans>
  ) : (
    <Trans>
      {amount} of {amount}
    </Trans>
  );
}

/** A reached goal along the lower edge: a beam that sweeps it, and what was reached. */
export function GoalThird({ closing }: { readonly closing: Closing }) {
  const { id, count, title } = closing;
  return (
    <>
      <i key={`${id} sweep`} className="goal-sweep" />
      <LowerThird
        key={id}
        isTokens={false}
        amount={<Trans>Goal</Trans>}
        title={count > 1 ? <Plural value={count} one="# goal" other="# goals" /> : title}
        note={<ClosingNote closing={closing} />}
      />
    </>
  );
}
