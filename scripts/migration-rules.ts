/*
 * While a new version starts, the one before goes on serving on the same database. So a migration only adds what the
 * older code does not miss, and takes no lock for longer than it takes to write a line of the catalogue.
 */

interface Rule {
  readonly pattern: RegExp;
  /** What is wrong, and the way that is not. */
  readonly says: string;
  /** The rule is about tables that were there before; one that the same file makes is nobody's yet. */
  readonly isOfOldTables?: true;
}

const rules: readonly Rule[] = [
  {
    pattern:
      /\b(?:drop\s+(?:table|column|view|materialized\s+view|type|schema|function|sequence)|rename\s+(?:to|column|constraint)|rename\s+\w+\s+to)\b/,
    says: 'takes away what the version before reads: first a version that does without it, then this',
  },
  {
    // COLUMN is a word that may be left out.
    pattern:
      /\balter table\b.*?\bdrop\s+(?!column\b|constraint\b|not\s+null\b|default\b|identity\b|expression\b)\w+/,
    says: 'takes away what the version before reads: first a version that does without it, then this',
  },
  {
    pattern: /\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b/,
    says: 'changes the type of a column, which writes the table anew: add another column and fill it in pieces',
    isOfOldTables: true,
  },
  {
    pattern: /\balter\s+(?:column\s+)?\w+\s+set\s+not\s+null\b/,
    says: 'reads the whole table under a lock, and refuses rows of the version before: add a check that is not valid first',
    isOfOldTables: true,
  },
  {
    pattern:
      /\badd\s+(?:column\s+)?(?:if\s+not\s+exists\s+)?(?!constraint\b|check\b|primary\b|unique\b|foreign\b|exclude\b|column\b|value\b)\w+(?:(?!,\s*add\b)[^;])*?\bnot\s+null\b(?!(?:(?!,\s*add\b)[^;])*\bdefault\b)/,
    says: 'asks for a column that the version before does not fill: give it a default',
    isOfOldTables: true,
  },
  {
    pattern: /\badd\s+(?:constraint\s+\w+\s+)?(?:check|foreign\s+key)\b(?![^;]*\bnot\s+valid\b)/,
    says: 'reads the whole table under a lock: add it not valid, and validate it in the next file',
    isOfOldTables: true,
  },
  {
    pattern: /\badd\s+(?:constraint\s+\w+\s+)?(?:primary\s+key|unique|exclude)\b(?!\s+using\s+index)/,
    says: 'builds an index while nobody may write',
    isOfOldTables: true,
  },
  {
    pattern: /\bcreate\s+(?:unique\s+)?index\b(?!\s+concurrently)/,
    says: 'builds an index while nobody may write',
    isOfOldTables: true,
  },
  {
    pattern: /(?:^|[()])\s*(?:update|delete\s+from)\s+[\w.]+/,
    says: 'changes rows in one transaction, which holds their locks: fill them in pieces, from a chore',
    isOfOldTables: true,
  },
  {
    pattern: /\b(?:truncate|vacuum\s+full|cluster|reindex|lock\s+table)\b/,
    says: 'shuts a table for as long as it runs',
  },
];

/** A line before a statement that lifts the rules for it, with its reason: `-- allowed: …`. */
const ALLOWED = /^\s*--\s*allowed:\s*\S.*$/m;

interface Statement {
  /** With the comments in front of it; what stands between dollars is `$n$`. */
  readonly text: string;
  readonly bodies: readonly string[];
}

/** The statements of a text; the body of a function is a part of its own. */
function statementsOf(text: string): readonly Statement[] {
  const bodies: string[] = [];
  const flat = text.replace(/\$(\w*)\$([^]*?)\$\1\$/g, (_all, _tag, body) => `$${bodies.push(body) - 1}$`);
  return flat
    .split(/;[^\S\n]*(?=\n|$)/)
    .filter((statement) => statement.trim() !== '')
    .map((statement) => ({ text: statement, bodies }));
}

const withoutComments = (statement: string): string =>
  statement
    .replace(/--.*$/gm, '')
    .replace(/'[^']*'/g, "''")
    .replace(/\s+/g, ' ')
    .toLowerCase();

/** The table that a statement changes or indexes. */
const tableOf = (statement: string): string =>
  /\balter table (?:if exists )?(?:only )?([\w.]+)/.exec(statement)?.[1] ??
  /\bindex\b.*? on (?:only )?([\w.]+)/.exec(statement)?.[1] ??
  /\b(?:update|delete from) ([\w.]+)/.exec(statement)?.[1] ??
  '';

/** What of a migration breaks or stops the version before, a sentence each. */
export function findBreaking(text: string): readonly string[] {
  const own = new Set(
    [...withoutComments(text).matchAll(/\bcreate (?:unlogged )?table (?:if not exists )?([\w.]+)/g)].map(
      ([, name]) => name,
    ),
  );
  return statementsOf(text).flatMap(({ text: statement, bodies }) => {
    if (ALLOWED.test(statement)) return [];
    const plain = withoutComments(statement).trim();
    // What stands in a DO is done at once.
    if (plain.startsWith('do ')) return findBreaking(bodies[Number(/\$(\d+)\$/.exec(plain)?.[1])] ?? '');
    const isOwn = own.has(tableOf(plain));
    // What a function does is done when it is called.
    if (/^create (?:or replace )?(?:function|procedure|trigger)\b/.test(plain)) return [];
    return rules
      .filter(({ pattern, isOfOldTables }) => pattern.test(plain) && !(isOfOldTables && isOwn))
      .map(({ says }) => `${plain.slice(0, 80)}: ${says}`);
  });
}
