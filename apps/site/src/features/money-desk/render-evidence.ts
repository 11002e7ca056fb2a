import { escapeHtml } from '#site/platform/escape-html.ts';
import type { Evidence } from './gather-evidence.ts';

type Cell = string | number | boolean | null | undefined;
const show = (cell: Cell): string => escapeHtml(cell === null || cell === undefined ? '—' : String(cell));

const facts = (rows: readonly (readonly [string, Cell])[]): string =>
  `<table>${rows.map(([name, value]) => `<tr><th>${escapeHtml(name)}</th><td>${show(value)}</td></tr>`).join('')}</table>`;

const table = (names: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  rows.length === 0
    ? '<p>None.</p>'
    : `<table><tr>${names.map((name) => `<th>${escapeHtml(name)}</th>`).join('')}</tr>${rows
        .map((row) => `<tr>${row.map((cell) => `<td>${show(cell)}</td>`).join('')}</tr>`)
        .join('')}</table>`;

const money = (cents: number, currency: string): string => `${(cents / 100).toFixed(2)} ${currency}`;
const card = (one: { readonly brand: string; readonly last4: string } | null): string | null =>
  one && `${one.brand} ${one.last4}`;

const STYLE =
  'body{font:14px/1.4 sans-serif;max-width:960px;margin:24px auto;padding:0 16px}table{border-collapse:collapse;width:100%}th,td{border:1px solid #bbb;padding:4px 8px;text-align:left;overflow-wrap:anywhere}';

type Section = readonly [name: string, content: string];

/** What is disputed, and who bought it. */
function bought({ dispute, order, buyer, bought: origin }: Evidence): Section[] {
  return [
    [
      'Dispute',
      facts([
        ['Amount', money(dispute.amount, dispute.currency)],
        ['Transaction', dispute.transaction_id],
        ['Card', card(dispute.card)],
        ['Told', dispute.told_at],
        ['Evidence is due', dispute.due_at],
        ['State', dispute.state],
      ]),
    ],
    [
      'Order',
      facts([
        ['Order', order.order_id],
        ['Product', `${order.tokens} tokens (${order.internal_id})`],
        ['Price', money(order.amount, order.currency)],
        ['Made', order.at],
        ['Biller', order.biller],
      ]),
    ],
    [
      'Bought from',
      facts([
        ['Network address', origin.address],
        ['Device', origin.device],
        ['Age of the account then, in days', origin.account_days],
        ['Undisputed purchases before', origin.undisputed_purchases],
      ]),
    ],
    [
      'Buyer',
      facts([
        ['Username', buyer?.username],
        ['Email', buyer?.email],
        ['Email confirmed', buyer?.email_confirmed],
        ['Country', buyer?.country],
        ['Joined', buyer?.joined_at],
      ]),
    ],
  ];
}

/** What shows that it was the card's holder. */
function known(evidence: Evidence): Section[] {
  const { compelling_evidence_3: ce3 } = evidence;
  return [
    [
      'Terms that were accepted',
      table(
        ['Text', 'Version', 'Holds from', 'Accepted'],
        evidence.accepted_texts.map((one) => [one.slug, one.version, one.effective_on, one.accepted_at]),
      ),
    ],
    [
      'Log-ins with addresses',
      table(
        ['From', 'Last seen', 'Address', 'Country', 'Browser'],
        evidence.logins.map((one) => [one.at, one.last_seen_at, one.address, one.country, one.user_agent]),
      ),
    ],
    [
      `Earlier purchases (Compelling Evidence 3.0 ${ce3.is_met ? 'met' : 'not met'})`,
      table(
        [
          'Order',
          'Paid',
          'Amount',
          'Card',
          'Network address',
          'Device',
          'Undisputed',
          'Shares',
          '120 to 365 days before',
        ],
        ce3.purchases.map((one) => [
          one.order_id,
          one.at,
          money(one.amount, one.currency),
          card(one.card),
          one.address,
          one.device,
          one.undisputed,
          one.matches.join(', '),
          one.counts,
        ]),
      ),
    ],
  ];
}

/** What was delivered for it. */
function delivered({ delivered: got, order, told }: Evidence): Section[] {
  return [
    [
      'What was delivered',
      table(
        ['Kind', 'Tokens', 'Amount', 'Ledger transfer'],
        got.bookings.map((one) => [one.kind, one.tokens, money(one.cents, order.currency), one.transfer_id]),
      ),
    ],
    [
      'What its tokens were spent for',
      table(
        ['When', 'For', 'To', 'Tokens', 'Ledger transfer'],
        got.spends.map((one) => [one.at, one.kind, one.receiver, one.tokens, one.transfer_id]),
      ),
    ],
    [
      'What the biller told',
      table(
        ['When', 'What', 'Transaction', 'Amount'],
        told.map((one) => [
          one.at,
          one.kind,
          one.transaction_id,
          money(one.amount ?? order.amount, one.currency ?? order.currency),
        ]),
      ),
    ],
  ];
}

/** The evidence as a self-contained page: no script, nothing loaded, to print or to send to a bank. In English. */
export function renderEvidence(evidence: Evidence): string {
  const sections = [...bought(evidence), ...known(evidence), ...delivered(evidence)];
  const title = `Evidence for order ${evidence.order.order_id}`;
  const body = sections.map(([name, content]) => `<h2>${escapeHtml(name)}</h2>${content}`).join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><h1>${escapeHtml(title)}</h1><p>Made ${escapeHtml(evidence.made_at)}</p>${body}</body></html>`;
}
