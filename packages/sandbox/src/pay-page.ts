export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const style = `:root{color-scheme:light dark}*{box-sizing:border-box}body{margin:0;min-height:100vh;font:14px/20px system-ui,sans-serif;background:#f4f5f8;color:#14161c;display:grid;place-items:center;padding:16px}
main{width:min(420px,100%);background:#fff;border:1px solid #cfd3dd;border-radius:8px;padding:24px;display:grid;gap:16px}h1{font-size:20px;line-height:24px;margin:0}p{margin:0;color:#4a5060}
label{display:grid;gap:4px;font-weight:600}input{font:inherit;height:44px;padding:0 12px;border:1px solid #767d8e;border-radius:6px;width:100%;background:#fff;color:inherit}.two{display:grid;grid-template-columns:1fr 1fr;gap:12px}
button,a.b{height:44px;border:0;border-radius:6px;background:#1b4fd6;color:#fff;font:600 16px/44px system-ui;cursor:pointer;text-align:center;text-decoration:none;display:block}.sum{display:flex;justify-content:space-between;font-weight:700;font-size:16px}
.e{color:#a3160d;font-weight:600}table{width:100%;border-collapse:collapse;font-size:12px}td{padding:4px 0;border-top:1px solid #dfe2ea}summary{cursor:pointer;color:#4a5060;min-height:24px}
:focus-visible{outline:2px solid #1b4fd6;outline-offset:2px}@media(prefers-color-scheme:dark){body{background:#0f1116;color:#eceef3}main{background:#181b22;border-color:#323743}p,summary{color:#b6bccb}input{background:#0f1116;border-color:#8a91a3}.e{color:#ff9a90}td{border-color:#323743}button,a.b{background:#3b6cf0}}`;

/** A page of this service. */
export const shell = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><style>${style}</style></head><body><main>${body}</main></body></html>`;

const dollars = (cents: number, currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(cents / 100);

export interface PayView {
  readonly label: string;
  readonly amountCents: number;
  readonly currency: string;
  /** The signed query of the link, carried through the form. */
  readonly query: string;
  readonly fault?: string;
}

/** The hosted payment page: a plain form, no script; card data goes only to this service. */
export const renderPayPage = (view: PayView): string =>
  shell(
    'Sandbox payment',
    `<h1>Sandbox biller</h1><p>No money moves here. Any expiry date and code will do.</p>
<div class="sum"><span>${escapeHtml(view.label)}</span><span>${dollars(view.amountCents, view.currency)}</span></div>
${view.fault ? `<p class="e" role="alert">${escapeHtml(view.fault)}</p>` : ''}
<form method="post" action="/pay" style="display:grid;gap:16px"><input type="hidden" name="query" value="${escapeHtml(view.query)}">
<label>Card number<input name="number" inputmode="numeric" autocomplete="off" value="4242 4242 4242 4242" required></label>
<div class="two"><label>Expiry<input name="expiry" autocomplete="off" value="12/34" required></label><label>Code<input name="code" inputmode="numeric" autocomplete="off" value="123" required></label></div>
<button type="submit">Pay ${dollars(view.amountCents, view.currency)}</button></form>
<details><summary>Test cards</summary><table><tr><td>4242 4242 4242 4242<td>approved<tr><td>4000 0000 0000 0002<td>declined by the bank<tr><td>4000 0000 0000 9995<td>insufficient funds<tr><td>4000 0000 0000 0069<td>expired<tr><td>4000 0000 0000 0127<td>wrong code<tr><td>4000 0000 0000 0341<td>approved, declined when it is charged again</table></details>`,
  );

/** What the visitor sees after paying; the shop hears it from us, never from this page. */
export const renderResultPage = (isApproved: boolean, returnUrl: string): string =>
  shell(
    isApproved ? 'Payment approved' : 'Payment declined',
    `<h1>${isApproved ? 'Payment approved' : 'Payment declined'}</h1><p>${
      isApproved ? 'Your tokens are on their way.' : 'Nothing was charged.'
    }</p><a class="b" href="${escapeHtml(returnUrl)}" target="_top">Back to the site</a>`,
  );

export const renderProblemPage = (sentence: string): string =>
  shell('This link does not work', `<h1>This link does not work</h1><p>${escapeHtml(sentence)}</p>`);
