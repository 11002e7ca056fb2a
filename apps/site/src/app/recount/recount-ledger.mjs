// Adds every balance up again from what the ledger has written, and compares. It shares no code with the site: the rules
// are written down here a second time, from apps/site/src/features/ledger/SPEC.md. Reads one snapshot and changes nothing.
//
//   npm run recount
//
// which finds the database of the settings; alone it takes DATABASE_URL, or PGHOST and the others.
// Ends with 0 when all is equal, with 1 and the differences when not.
import pg from 'pg';

const PAGE = 20_000;
const DIFFERENCES_SHOWN = 50;
const NO_ID = '00000000-0000-0000-0000-000000000000';
const PLATFORM = 1;
const isPerson = (account) => account > 7;
const isSpending = (account) => isPerson(account) && account % 8 === 1;

const say = (line) => process.stdout.write(`${line}\n`);
const differences = [];
const tell = (text) => differences.push(text);

const accounts = new Map();
const accountOf = (number) => {
  let account = accounts.get(number);
  if (!account) {
    account = { posted: 0, promo: 0, reversed: 0, held: 0, heldPromo: 0 };
    Object.assign(account, { numbers: 0, sum: 0, top: 0, after: 0, moves: [] });
    accounts.set(number, account);
  }
  return account;
};

/** A number of a feed is given once, and none is left out: as many as the greatest, whose sum is that of 1 to it. */
function countNumber(account, number, after) {
  account.numbers += 1;
  account.sum += number;
  if (number <= account.top) return;
  account.top = number;
  if (after !== undefined) account.after = after;
}

/** One side of a movement. */
function move(number, { tokens, promo, place, after, isBack, move: made }) {
  const account = accountOf(number);
  account.posted += tokens;
  account.promo += promo;
  if (!isPerson(number)) return;
  if (isBack) account.reversed -= tokens;
  countNumber(account, place, after);
  account.lastEntry = Math.max(account.lastEntry ?? 0, place);
  if (place === account.lastEntry) account.afterLastEntry = after;
  if (isSpending(number) && tokens !== promo) account.moves.push({ place, paid: tokens - promo, ...made });
}

/** Pages through a table in the order of its ids. */
async function* rowsOf(client, text, key = 'id') {
  for (let last = NO_ID; ;) {
    const { rows } = await client.query(text, [last, PAGE]);
    yield* rows;
    if (rows.length < PAGE) return;
    last = rows.at(-1)[key];
  }
}

const numbersOf = (row, ...names) => names.map((name) => Number(row[name] ?? 0));

async function readTransfers(client, refundIds, originals) {
  let count = 0;
  const text = 'select * from ledger.transfers where id > $1 order by id limit $2';
  for await (const row of rowsOf(client, text)) {
    count += 1;
    const [debit, credit, given, got, legs] = numbersOf(
      row,
      'debit',
      'credit',
      'debit_tokens',
      'credit_tokens',
      'leg_tokens',
    );
    const [givenPromo, gotPromo] = numbersOf(row, 'debit_promo', 'credit_promo');
    const isRefund = refundIds.has(row.id);
    const made = { id: row.id, takesBack: isRefund ? row.cause : undefined };
    const [dn, da, cn, ca] = numbersOf(row, 'debit_number', 'debit_after', 'credit_number', 'credit_after');
    move(debit, { tokens: -given, promo: -givenPromo, place: dn, after: da, isBack: isRefund, move: made });
    move(credit, { tokens: got, promo: gotPromo, place: cn, after: ca, move: made });
    if (debit > 0) accountOf(PLATFORM).posted += given - got - legs;
    else if (given !== got || legs !== 0) tell(`cents got lost in ${row.id}`);
    if (originals.has(row.id)) Object.assign(originals.get(row.id), { given, got });
  }
  return count;
}

async function readLegs(client, refundIds) {
  const sums = new Map();
  const text = 'select * from ledger.legs where transfer_id > $1 order by transfer_id limit $2';
  // A page must not end within a transfer: its parts are few, so the last transfer of a page is read again.
  for (let last = NO_ID; ;) {
    const { rows } = await client.query(text, [last, PAGE]);
    const isWhole = rows.length < PAGE;
    const next = rows.at(-1)?.transfer_id;
    const whole = isWhole ? rows : rows.filter(({ transfer_id: id }) => id !== next);
    for (const row of whole) {
      const [account, tokens, promo, place, after] = numbersOf(
        row,
        'account',
        'tokens',
        'promo',
        'number',
        'after',
      );
      move(account, { tokens, promo, place, after, isBack: refundIds.has(row.transfer_id), move: {} });
      sums.set(row.transfer_id, (sums.get(row.transfer_id) ?? 0) + tokens);
    }
    if (isWhole) return sums;
    last = whole.at(-1).transfer_id;
  }
}

async function readHolds(client) {
  let open = 0;
  for await (const row of rowsOf(client, 'select * from ledger.holds where id > $1 order by id limit $2')) {
    const [account, receiver, amount, posted, promo] = numbersOf(
      row,
      'account',
      'receiver',
      'amount',
      'posted',
      'promo',
    );
    for (const place of [row.feed, row.void_feed])
      if (place !== null) countNumber(accountOf(receiver), Number(place));
    if (row.state !== 1) continue;
    open += 1;
    const holder = accountOf(account);
    holder.held += amount - posted;
    holder.heldPromo += promo;
  }
  return open;
}

/** Bought tokens are spent in the order in which they came; what is taken back is gone, or owed where it was spent. */
function replayLots(account, opening) {
  const lots = opening > 0 ? [{ id: null, left: opening }] : [];
  let owed = 0;
  let short = 0;
  const take = (wanted) => {
    let missing = wanted;
    for (const lot of lots) {
      if (missing === 0) break;
      const taken = Math.min(lot.left, missing);
      lot.left -= taken;
      missing -= taken;
    }
    return missing;
  };
  for (const { paid, id, takesBack } of account.moves.toSorted((a, b) => a.place - b.place)) {
    if (paid > 0) {
      lots.push({ id, left: paid });
      short = take(short);
      owed = take(owed);
    } else if (takesBack) {
      const lot = lots.find((one) => one.id === takesBack);
      const gone = Math.min(lot?.left ?? 0, -paid);
      if (lot) lot.left -= gone;
      owed = take(owed - paid - gone);
    } else short += take(-paid);
  }
  return { lots, owed };
}

async function compareBalances(client) {
  const { rows: kept } = await client.query('select * from ledger.lots order by account, lo');
  const lotsOf = Map.groupBy(kept, ({ account }) => Number(account));
  const { rows } = await client.query('select * from ledger.balances order by account');
  for (const row of rows) {
    const number = Number(row.account);
    const account = accountOf(number);
    const found = numbersOf(row, 'posted', 'promo', 'reversed', 'held', 'held_promo', 'feed');
    const wanted = ['posted', 'promo', 'reversed', 'held', 'heldPromo', 'top'].map((name) => account[name]);
    if (found.join() !== wanted.join()) tell(`account ${number} has ${found} instead of ${wanted}`);
    if (account.numbers !== account.top || account.sum !== (account.top * (account.top + 1)) / 2)
      tell(`the feed of account ${number} has a gap or a number twice`);
    if (account.lastEntry && account.afterLastEntry !== account.posted)
      tell(`the last entry of account ${number} says ${account.afterLastEntry}`);
    if (isSpending(number)) compareLots(number, account, row, lotsOf.get(number) ?? []);
  }
  return rows.length;
}

function compareLots(number, account, row, kept) {
  const opening = kept
    .filter((lot) => lot.transfer_id === null)
    .reduce((sum, lot) => sum + Number(lot.hi) - Number(lot.lo), 0);
  const { lots, owed } = replayLots(account, opening);
  const [paidOut, keptOwed] = numbersOf(row, 'paid_out', 'owed');
  const found = kept.map((lot) =>
    Math.max(0, Number(lot.void_from ?? lot.hi) - Math.max(Number(lot.lo), paidOut)),
  );
  const wanted = lots.map(({ left }) => left);
  if (found.join() !== wanted.join()) tell(`of lots of ${number} are left ${found} instead of ${wanted}`);
  if (keptOwed !== owed) tell(`account ${number} owes ${keptOwed} instead of ${owed}`);
}

function compareSums() {
  let tokens = 0;
  let cents = 0;
  for (const [number, { posted }] of accounts) {
    if (number > 0) tokens += posted;
    else cents += posted;
  }
  if (tokens !== 0) tell(`all tokens together are ${tokens}`);
  if (cents !== 0) tell(`all cents together are ${cents}`);
}

const client = new pg.Client(process.env.DATABASE_URL);
await client.connect();
try {
  await client.query('begin isolation level repeatable read read only');
  const { rows: away } = await client.query(
    "select to_char(month, 'YYYY-MM') as month from ledger.seals where state = 'detached' order by month",
  );
  if (away.length > 0) {
    say(`months are in files: ${away.map(({ month }) => month).join(', ')}`);
    tell('without those months nothing can be added up: npm run months -- restore <month> brings each back');
  }
  const { rows: refunds } = await client.query('select * from ledger.refunds');
  const originals = new Map(refunds.map(({ original }) => [original, { back: 0 }]));
  for (const { original, amount } of refunds) originals.get(original).back += Number(amount);
  const transfers = await readTransfers(client, new Set(refunds.map(({ transfer_id: id }) => id)), originals);
  for (const [id, { given, back }] of originals)
    if (given === undefined || back > given) tell(`of ${id} more is given back than it was`);
  const legs = await readLegs(client, new Set(refunds.map(({ transfer_id: id }) => id)));
  const { rows: said } = await client.query(
    'select id, leg_tokens from ledger.transfers where leg_tokens is not null',
  );
  for (const { id, leg_tokens: tokens } of said)
    if (legs.get(id) !== Number(tokens)) tell(`the parts of ${id} are ${legs.get(id)} instead of ${tokens}`);
  const holds = await readHolds(client);
  const balances = await compareBalances(client);
  compareSums();
  say(`${transfers} transfers, ${legs.size} with parts, ${holds} open holds, ${balances} balances`);
} finally {
  await client.end();
}
for (const difference of differences.slice(0, DIFFERENCES_SHOWN)) say(difference);
say(differences.length === 0 ? 'everything adds up' : `${differences.length} differences`);
process.exitCode = differences.length === 0 ? 0 : 1;
