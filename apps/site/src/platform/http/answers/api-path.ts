/** Below what every call stands. */
const API = '/api/v1';

/** The address of a call for Fastify: the path of the contract with `:name` for `{name}`. */
export const addressOf = (path: string): string => API + path.replace(/\{(\w+)\}/g, ':$1');

/** Tells whether an address is that of a path of the contract. */
export const patternOf = (path: string): RegExp =>
  new RegExp(`^${API}${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
