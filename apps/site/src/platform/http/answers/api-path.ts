/** Prefix of every call's path. */
const API = '/api/v1';

/** The rest of an address, slashes included: `{name*}` at the end of a path. */
const REST = /\{(\w+)\*\}$/;

/** The address of a call for Fastify: the path of the contract with `:name` for `{name}`, `*` for `{name*}`. */
export const addressOf = (path: string): string => API + path.replace(REST, '*').replace(/\{(\w+)\}/g, ':$1');

/** The parameters of an address under the contract's names; Fastify calls the rest `*`. */
export function paramsOf(path: string, given: unknown): Record<string, unknown> {
  const { '*': rest, ...params } = (given ?? {}) as Record<string, unknown>;
  const name = REST.exec(path)?.[1];
  return name ? { ...params, [name]: rest } : params;
}

/** Tells whether an address is that of a path of the contract. */
export const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${API}${path
      .replaceAll('.', '\\.')
      .replace(REST, '.+')
      .replace(/\{\w+\}/g, '[^/]+')}$`,
  );
