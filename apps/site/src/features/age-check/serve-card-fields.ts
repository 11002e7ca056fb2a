import { randomBytes } from 'node:crypto';
import { AGE_CARD_LENGTHS } from '@klieg/contract/features/age-check/limits';
import type { FastifyInstance } from 'fastify';
import { frameHeaders } from './frame-page.ts';

/** The page with the fields of card number and code. */
const CARD_FIELDS_PATH = '/api/v1/ccbill/card-fields';

const style = `:root{color-scheme:light;--ink:#16181d;--line:#767d8e;--bad:#b3261e;--bg:#fff;--key:#1b4fd6}:root[data-dark]{--ink:#f2f3f7;--line:#8a91a3;--bad:#ff9a90;--bg:#14161b;--key:#8fb0ff}
*{box-sizing:border-box}html,body{margin:0;background:transparent;color:var(--ink);font:14px/20px system-ui,sans-serif}form{display:grid;grid-template-columns:minmax(0,1fr) 112px;gap:0 12px;padding:2px}
label{display:grid;gap:4px;font-weight:600;align-content:start}input{font:16px/20px system-ui,sans-serif;height:44px;padding:0 12px;border:1px solid var(--line);border-radius:6px;width:100%;background:var(--bg);color:inherit}
input[aria-invalid=true]{border-color:var(--bad)}span{color:var(--bad);font-weight:400;font-size:13px;line-height:18px;min-height:18px}:focus-visible{outline:2px solid var(--key);outline-offset:1px}`;

/**
 * Runs only in the frame: hands out the token, and never what was typed. The address of the vendor's script comes by a
 * message, so that script has no nonce: the policy admits it by its origin, and nothing that a page around it could
 * name.
 */
const script = `
const $ = (id) => document.getElementById(id);
const tell = (message) => parent.postMessage({ from: 'klieg.card-fields', ...message }, '*');
let words = { numberRequired: 'Credit card number is required', cvcRequired: 'CVC is required' };
const mark = (id, text) => {
  $(id).setAttribute('aria-invalid', String(text !== ''));
  $(id + '-fault').textContent = text;
};
const check = () => {
  const digits = $('number').value.replace(/\\D/g, '');
  const faults = { number: digits === '' ? words.numberRequired : '', cvc: $('cvc').value.trim() === '' ? words.cvcRequired : '' };
  mark('number', faults.number);
  mark('cvc', faults.cvc);
  return Object.keys(faults).filter((id) => faults[id] !== '');
};
const load = (url) => new Promise((done, fail) => {
  if (window.ccbill) return done();
  const one = document.createElement('script');
  one.src = url;
  one.onload = () => done();
  one.onerror = () => fail(new Error('the script did not load'));
  document.head.append(one);
});
const fill = (name, value) => {
  const field = document.querySelector('[data-ccbill="' + name + '"]');
  if (field) field.value = value;
};
async function make({ id, grant, person, expiry }) {
  const empty = check();
  if (empty.length > 0) { $(empty[0]).focus(); return tell({ kind: 'refused', id, why: 'empty' }); }
  try {
    await load(grant.script_url);
    for (const [name, value] of Object.entries({ ...person, ...expiry })) fill(name, value);
    const widget = new window.ccbill.CCBillAdvancedWidget('');
    const answer = await widget.createPaymentToken(grant.access_token, grant.client_accnum, grant.client_subacc);
    const json = typeof answer.json === 'function' ? await answer.json() : answer;
    if (typeof json.paymentTokenId !== 'string') return tell({ kind: 'refused', id, why: 'card' });
    const digits = $('number').value.replace(/\\D/g, '');
    tell({ kind: 'made', id, token: json.paymentTokenId, first6: digits.slice(0, 6), last4: digits.slice(-4) });
  } catch {
    tell({ kind: 'refused', id, why: 'vendor' });
  }
}
addEventListener('message', ({ source, data }) => {
  if (source !== parent || data?.to !== 'klieg.card-fields') return;
  if (data.kind === 'look') {
    document.documentElement.toggleAttribute('data-dark', data.isDark === true);
    words = data.words;
    $('number-label').textContent = words.number;
    $('cvc-label').textContent = words.cvc;
  }
  if (data.kind === 'check') tell({ kind: 'checked', id: data.id, isComplete: check().length === 0 });
  if (data.kind === 'make') void make(data);
});
for (const id of ['number', 'cvc']) $(id).addEventListener('input', () => mark(id, ''));
$('card').addEventListener('submit', (event) => event.preventDefault());
tell({ kind: 'ready' });`;

const hidden = [
  'firstName',
  'lastName',
  'email',
  'address1',
  'city',
  'country',
  'state',
  'postalCode',
  'expMonth',
  'expYear',
]
  .map((name) => `<input type="hidden" data-ccbill="${name}">`)
  .join('');

const field = (id: string, label: string, more: string) =>
  `<label><b id="${id}-label" style="font-weight:600">${label}</b><input id="${id}" inputmode="numeric" required aria-describedby="${id}-fault" ${more}><span id="${id}-fault" role="alert"></span></label>`;

const page = (
  nonce: string,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Card</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><style>${style}</style></head><body><form id="card" novalidate>
${field('number', 'Card number', `autocomplete="cc-number" maxlength="${AGE_CARD_LENGTHS.text}" data-ccbill="cardNumber"`)}
${field('cvc', 'CVC', `autocomplete="cc-csc" maxlength="${AGE_CARD_LENGTHS.cvc}" data-ccbill="cvv2"`)}
${hidden}</form><script nonce="${nonce}">${script}</script></body></html>`;

/**
 * GET /api/v1/ccbill/card-fields: the fields for card number and code, in a frame with an origin of its own, so that no
 * script of ours can read what is typed there. The vendor's script runs in it and talks only to the vendor.
 * @param origins of the vendor's script and of what it calls
 */
export function serveCardFields(app: FastifyInstance, origins: readonly string[]): void {
  const vendor = origins.join(' ');
  app.get(CARD_FIELDS_PATH, async (_request, reply) => {
    const nonce = randomBytes(18).toString('base64url');
    return reply
      .headers(frameHeaders(nonce, vendor, [`connect-src ${vendor}`, "style-src 'unsafe-inline'"]))
      .send(page(nonce));
  });
}
