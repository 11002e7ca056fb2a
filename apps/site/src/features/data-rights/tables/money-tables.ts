import { GONE, kept, ofAccount, own, passing, type TableLines, through } from './table-line.ts';

const INVOICES = 'accounts and invoices are kept for ten years, as the law of taxes asks';
const ofOrder = through('order_id', 'orders', 'id');

/** Purchases, charges, promises and gifts. */
export const moneyTables: TableLines = {
  acts: {
    mine: { ids: ['model_id', 'payer_id'] },
    out: {
      columns: [
        'model_id',
        'label',
        'tokens',
        'sold_at',
        'state',
        'returned_tokens',
        'done_at',
        'contested_at',
      ],
      people: ['model_id'],
      // Purchases from a performer are the buyer's private matter.
      mine: { ids: ['payer_id'] },
    },
    end: [kept(INVOICES)],
  },
  menu_items: {
    mine: { ids: ['room_id'] },
    out: { columns: ['label', 'price', 'is_enabled', 'stock', 'sold'] },
    end: [GONE],
  },
  biller_transactions: {
    mine: ofOrder,
    out: { columns: ['order_id', 'biller', 'transaction_id', 'kind', 'created_at'] },
    end: [kept(INVOICES)],
  },
  card_affidavits: {
    mine: through('card_id', 'cards', 'id'),
    out: { columns: ['signature', 'address', 'user_agent', 'signed_at'] },
    end: [kept('the signed statement of a card holder is the proof that the card was theirs')],
  },
  cards: {
    mine: ofAccount,
    out: { columns: ['brand', 'last4', 'exp_month', 'exp_year', 'is_default', 'created_at', 'deleted_at'] },
    end: [
      {
        act: 'emptied',
        values: { last4: '0000', exp_month: null, exp_year: null, is_default: false, deleted_at: 'now' },
        toId: ['card_token'],
      },
    ],
  },
  daily_limit_raises: own(['daily_limit', 'due_at']),
  earned_weeks: own(['week', 'tokens']),
  earning_days: {
    mine: ofAccount,
    out: { columns: ['day', 'tokens'] },
    end: [kept(INVOICES)],
  },
  earning_reserves: {
    mine: ofAccount,
    out: { columns: ['release_on', 'tokens'] },
    end: [kept(INVOICES)],
  },
  earning_ripening: {
    mine: ofAccount,
    out: { columns: ['ripe_through', 'ripe_tokens', 'moved_tokens'] },
    end: [kept(INVOICES)],
  },
  fan_memberships: {
    mine: { ids: ['member_id', 'model_id'] },
    out: {
      columns: ['model_id', 'level', 'state', 'price', 'joined_at', 'period_ends_at', 'end_reason'],
      people: ['model_id'],
      // Membership in a performer's club is the member's private matter.
      mine: { ids: ['member_id'] },
    },
    // Those of a performer who left end by themselves, since their remaining value is refunded to the members.
    end: [{ act: 'gone', mine: { ids: ['member_id'] } }],
  },
  fan_payments: {
    mine: { ids: ['member_id', 'model_id'] },
    out: {
      mine: { ids: ['member_id'] },
      columns: ['model_id', 'kind', 'level', 'tokens', 'refund_tokens', 'paid_at', 'period_ends_at'],
      people: ['model_id'],
    },
    end: [kept(INVOICES)],
  },
  media_orders: {
    mine: { ids: ['buyer_id', 'model_id'] },
    out: {
      mine: { ids: ['buyer_id'] },
      columns: ['model_id', 'tokens', 'source', 'ordered_at', 'state'],
      people: ['model_id'],
    },
    end: [kept(INVOICES)],
  },
  media_rights: {
    mine: { ids: ['buyer_id'] },
    out: { columns: ['media_id', 'tokens', 'bought_at', 'hidden_at', 'is_refunded'] },
    end: [kept(INVOICES)],
  },
  membership_periods: {
    mine: ofAccount,
    out: { columns: ['order_id', 'membership', 'list_cents', 'renewal_cents', 'paid_at', 'is_reversed'] },
    end: [kept(INVOICES)],
  },
  memberships: {
    mine: ofAccount,
    out: { columns: ['membership', 'ends_at', 'is_running', 'auto_renew', 'cancel_reason'] },
    end: [
      {
        act: 'emptied',
        values: { cancel_reason: null, auto_renew: false, is_running: false },
      },
    ],
  },
  order_bookings: {
    mine: ofOrder,
    out: { columns: ['order_id', 'kind', 'tokens', 'done_at'] },
    end: [kept(INVOICES)],
  },
  order_charges: {
    mine: ofOrder,
    out: { columns: ['order_id', 'biller', 'asked_at', 'found', 'decided_at'] },
    end: [kept(INVOICES)],
  },
  order_forms: passing(ofOrder),
  order_refunds: {
    mine: ofOrder,
    out: { columns: ['order_id', 'amount_cents', 'state', 'asked_at', 'answered_at'] },
    end: [kept(INVOICES)],
  },
  orders: {
    mine: ofAccount,
    out: {
      columns: [
        'id',
        'biller',
        'internal_id',
        'tokens',
        'amount_cents',
        'currency',
        'state',
        'decline_code',
        'created_at',
        'settled_at',
      ],
    },
    end: [kept(INVOICES)],
  },
  personal_offers: own(['internal_id', 'amount_cents', 'starts_at', 'ends_at']),
  postbacks: {
    mine: ofOrder,
    out: { not: 'is the raw post of a biller, which holds what is between it and the site' },
    end: [kept(INVOICES)],
  },
  postpay_lines: own(['state', 'limit_tokens', 'used_tokens', 'accepted_at', 'failures']),
  promo_credits: {
    mine: ofAccount,
    out: { columns: ['tokens', 'source', 'state', 'created_at', 'held_until'] },
    end: [kept(INVOICES)],
  },
  promo_uses: own(['code', 'used_at']),
  purchase_blocks: own(['reason', 'count', 'first_at', 'last_at']),
  purchase_traces: {
    mine: ofOrder,
    out: { not: 'is sealed, and opened for a disputed charge alone' },
    end: [kept('proves a disputed charge, and goes by itself after 400 days')],
  },
  re_up_consents: {
    mine: ofAccount,
    out: { columns: ['agreed_at', 'terms'] },
    end: [kept('consent to charges is the proof of them')],
  },
  re_up_promises: {
    mine: ofAccount,
    out: { columns: ['order_id', 'terms', 'agreed_at'] },
    end: [kept('consent to charges is the proof of them')],
  },
  re_ups: own(['is_enabled', 'internal_id', 'below_tokens', 'per_day', 'cents_per_month', 'consented_at']),
  settlement_lines: {
    mine: ofOrder,
    out: { not: 'is what a biller settles with the site' },
    end: [kept(INVOICES)],
  },
  spin_grants: own(['wheel', 'created_at', 'ends_at', 'spun_at']),
  suspended_payments: {
    mine: ofOrder,
    out: { columns: ['order_id', 'reason', 'amount_cents', 'since', 'resolved_at'] },
    end: [kept(INVOICES)],
  },
  token_corrections: {
    mine: ofAccount,
    out: { columns: ['tokens', 'state', 'at'] },
    end: [kept(INVOICES)],
  },
  vault_members: own(['bought_at', 'next_spin_at']),
  wheel_blocks: { mine: ofAccount, out: { not: 'decides draws that are still to come' }, end: [GONE] },
  wheel_spins: own(['wheel', 'day', 'slot', 'prizes', 'at']),
  'ledger.balances': {
    mine: { purses: ['account'] },
    out: { as: 'statement' },
    end: [kept(INVOICES)],
  },
  'ledger.batches': {
    out: { not: 'lists which accounts changed together' },
    end: [kept(INVOICES)],
  },
  'ledger.checked': { mine: { purses: ['account'] }, out: { as: 'statement' }, end: [kept(INVOICES)] },
  'ledger.holds': {
    mine: { purses: ['account', 'receiver'] },
    out: { as: 'statement' },
    end: [kept(INVOICES)],
  },
  'ledger.legs': { mine: { purses: ['account'] }, out: { as: 'statement' }, end: [kept(INVOICES)] },
  'ledger.lots': { mine: { purses: ['account'] }, out: { as: 'statement' }, end: [kept(INVOICES)] },
  'ledger.reader_cursors': {
    out: { not: 'is where a reader of the ledger stands' },
    end: [kept(INVOICES)],
  },
  'ledger.sealed_balances': {
    mine: { purses: ['account'] },
    out: { as: 'statement' },
    end: [kept(INVOICES)],
  },
  'ledger.refunds': { out: { as: 'statement' }, end: [kept(INVOICES)] },
  'ledger.transfers': {
    mine: { purses: ['debit', 'credit'] },
    out: { as: 'statement' },
    end: [kept(INVOICES)],
  },
};
