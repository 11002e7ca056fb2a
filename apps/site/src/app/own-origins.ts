import type { Config } from './config.ts';

/** Origins of the site's own pages. */
export function ownOriginsOf(config: Config): ReadonlySet<string> {
  const origins = new Set([config.publicUrl.toLowerCase()]);
  if (config.sisterUrl !== null) origins.add(config.sisterUrl);
  const { hostname, port } = new URL(config.publicUrl);
  // On one's own machine the names of loopback are one place.
  if (hostname === 'localhost' || hostname === '127.0.0.1')
    for (const name of ['localhost', '127.0.0.1', '[::1]']) origins.add(`http://${name}:${port || 80}`);
  return origins;
}
