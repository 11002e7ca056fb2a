import type { Call } from '@klieg/contract';
import { escapeHtml } from '../../escape-html.ts';

const fieldNames = (call: Call): string =>
  (['params', 'query', 'body'] as const)
    .flatMap((part) => {
      const shape = (call[part] as { shape?: Record<string, unknown> } | undefined)?.shape;
      return shape ? [`${part}: ${Object.keys(shape).join(', ')}`] : [];
    })
    .join('; ');

const rowOf = (name: string, call: Call): string => {
  const [method, path] = call.route;
  const who = [call.who, ...(call.conditions ?? []).map((condition) => `+${condition}`)].join(' ');
  return `<tr><td><code>${method}</code></td><td><code>${escapeHtml(path)}</code><br><small>${name}</small></td><td>${who}</td><td>${call.spends ? '$ ' : ''}${call.rate}</td><td>${escapeHtml(fieldNames(call))}</td><td>${call.errors.map(escapeHtml).join('<br>')}</td></tr>`;
};

/** The human page of the API: one table per feature, no script. */
export function renderApiPage(
  callsByFeature: Readonly<Record<string, Readonly<Record<string, Call>>>>,
): string {
  const sections = Object.entries(callsByFeature).map(
    ([feature, calls]) =>
      `<h2>${feature}</h2><table><thead><tr><th>Method<th>Path<th>Who<th>Rate<th>In<th>Errors</tr></thead><tbody>${Object.entries(
        calls,
      )
        .map(([name, call]) => rowOf(name, call))
        .join('')}</tbody></table>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Klieg API</title><style>body{font:14px/20px system-ui,sans-serif;margin:24px;max-width:1200px}table{border-collapse:collapse;width:100%;margin:8px 0 24px}th,td{text-align:left;vertical-align:top;padding:6px 12px 6px 0;border-bottom:1px solid #ccc}small{color:#555}@media(prefers-color-scheme:dark){body{background:#0c0b09;color:#f4f2ee}th,td{border-color:#32302c}small{color:#c0bdb8}a{color:#ffd338}}</style></head><body><h1>Klieg API</h1><p>Base path <code>/api/v1</code>. The same as a machine reads it: <a href="/api/v1/openapi.json">openapi.json</a>. Unsafe calls carry <code>X-CSRF-Token</code>, spending calls <code>Idempotency-Key</code>.</p>${sections.join('')}</body></html>`;
}
