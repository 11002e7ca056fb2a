import type { OperatorAccount } from '@klieg/contract';
import { formatAmount, formatMoney } from '@klieg/i18n';
import { HeadCell, Tag } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { OPERATOR_ACCOUNTS } from './account-words.ts';
import { BILLER_NAMES } from './desk-words.ts';
import { opposite } from './money-rules.ts';
import { ToEntries } from './to-entries.tsx';
import type { Figures } from './use-figures.ts';

/** Two names exist both in tokens and in cents. */
const wordKey = ({ name, unit }: Pick<OperatorAccount, 'name' | 'unit'>): string =>
  unit === 'tokens' ? `${name}_tokens` : name;

/** What each of the operator's accounts did today and has now; each figure leads to its entries. */
export function Accounts({ figures: { accounts, today } }: { readonly figures: Figures }) {
  const { t, i18n } = useLingui();
  const show = ({ unit, name }: OperatorAccount, amount: number) => {
    const shown = OPERATOR_ACCOUNTS[wordKey({ unit, name })]?.isBelowZero ? opposite(amount) : amount;
    return unit === 'cents' ? (
      formatMoney(shown, 'USD', i18n.locale)
    ) : (
      <Trans>{formatAmount(shown, i18n.locale)} tokens</Trans>
    );
  };
  const wordOf = (account: OperatorAccount) => {
    const known = OPERATOR_ACCOUNTS[wordKey(account)];
    return known ? t(known.word) : account.name;
  };
  return (
    <section className="module">
      <h2>
        <Trans>The operator’s accounts</Trans>
      </h2>
      <table className="data-table data-table-dense">
        <thead>
          <tr>
            <HeadCell>
              <Trans>Account</Trans>
            </HeadCell>
            <HeadCell end>
              <Trans>Today</Trans>
            </HeadCell>
            <HeadCell end>
              <Trans>Balance</Trans>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {accounts.map((account) => (
            <tr key={account.account}>
              <td className="whitespace-normal!">
                {wordOf(account)} {account.biller && <Tag>{BILLER_NAMES[account.biller]}</Tag>}
              </td>
              <td className="is-end figure">
                <ToEntries to={`/admin/ledger?account=${account.account}&from=${today}&to=${today}`}>
                  {show(account, account.change)}
                </ToEntries>
              </td>
              <td className="is-end figure">
                <ToEntries to={`/admin/ledger?account=${account.account}`}>
                  {show(account, account.balance)}
                </ToEntries>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {accounts.length === 0 && (
        <p className="text-ink-2">
          <Trans>No movements yet.</Trans>
        </p>
      )}
    </section>
  );
}
