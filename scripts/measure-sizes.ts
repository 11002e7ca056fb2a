import { posix } from 'node:path';
import { parseSync, visitorKeys } from 'oxc-parser';

export interface MeasuredFunction {
  /** As it is called in the file; `(line 12)` where it has no name. */
  readonly name: string;
  readonly line: number;
  /** Without those of functions inside of it, whose first lines count for both. */
  readonly lines: number;
}

export interface MeasuredFile {
  readonly lines: number;
  readonly functions: readonly MeasuredFunction[];
  /** True where the file does nothing but say what is in its constants. */
  readonly isTable: boolean;
  /** What the file imports by a relative path, types too. */
  readonly imports: readonly string[];
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
const childrenOf = (node: Node): Node[] =>
  (visitorKeys[node.type] ?? []).flatMap((key) => [node[key]].flat().filter(isNode));
const nameIn = (value: unknown): string | undefined =>
  isNode(value) && typeof value['name'] === 'string' ? value['name'] : undefined;

const DECLARATIONS = /^(?:TS\w+Declaration|VariableDeclaration|ImportDeclaration|Export\w+Declaration)$/;

/** What a function gives back where it does nothing before: `=> value`, or a body of one `return value;`. */
function onlyValue({ body }: Node): unknown {
  if (!isNode(body) || body.type !== 'BlockStatement') return body;
  const [first, ...others] = [body['body']].flat().filter(isNode);
  return first?.type === 'ReturnStatement' && others.length === 0 ? first['argument'] : undefined;
}

/**
 * A function that only says what is in a table, one object or list, has no lines to be lost in: it is read as the
 * table that it is, with a row per field. One statement before the `return` and it counts as any other.
 */
function isTableFunction(node: Node): boolean {
  const value = onlyValue(node);
  return isNode(value) && ['ArrayExpression', 'ObjectExpression'].includes(value.type);
}

/** Lines, functions and relative imports of a source file. @throws when it does not parse */
export function measureFile(file: string, text: string): MeasuredFile {
  const { program, errors } = parseSync(file, text, { preserveParens: false });
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`);
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const lineAt = (offset: number): number => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
  const functions: MeasuredFunction[] = [];
  const imports: string[] = [];

  /** @returns how many lines the functions in and below this node span */
  const visit = (node: Node, given: string | undefined): number => {
    const { source } = node;
    if (isNode(source) && typeof source['value'] === 'string' && source['value'].startsWith('.'))
      imports.push(source['value']);
    const name = nameIn(node['id']) ?? nameIn(node['key']) ?? given;
    const isFunction = FUNCTIONS.has(node.type);
    // What stands in a function's own brackets is not called as the function is.
    const passed = isFunction ? undefined : name;
    const inner = childrenOf(node).reduce((sum, child) => sum + visit(child, passed), 0);
    if (!isFunction) return inner;
    const line = lineAt(node.start);
    const spanned = lineAt(node.end) - line;
    if (!isTableFunction(node))
      functions.push({ name: name ?? `(line ${line})`, line, lines: spanned + 1 - inner });
    return spanned;
  };
  visit(program as unknown as Node, undefined);
  return {
    lines: text.split('\n').length - 1,
    functions,
    isTable: functions.length === 0 && program.body.every(({ type }) => DECLARATIONS.test(type)),
    imports,
  };
}

/** Folders whose files belong together; the first that fits counts. */
const ROOMS = [
  /^apps\/site\/src\/(?:features|platform)\/[^/]+\//,
  /^apps\/web\/app\/features\/[^/]+\//,
  /^apps\/(?:media|site)\/src\/[^/]+\//,
  /^apps\/web\/app\/[^/]+\//,
  /^(?:apps|packages)\/[^/]+\//,
  /^[^/]+\//,
];
const CLIMBS_MAX = 2;

/**
 * True for a relative import that leaves the room of its file by more than two steps up, or the app or package
 * that the file is of: those are imported by their names.
 */
export function climbsTooFar(file: string, target: string): boolean {
  const to = posix.join(posix.dirname(file), target);
  const room = ROOMS.map((pattern) => pattern.exec(file)?.[0]).find((found) => found !== undefined) ?? '';
  if (to.startsWith(room)) return false;
  const workspace = /^(?:apps|packages)\/[^/]+\//.exec(file)?.[0] ?? '';
  return !to.startsWith(workspace) || target.split('/').filter((part) => part === '..').length > CLIMBS_MAX;
}
