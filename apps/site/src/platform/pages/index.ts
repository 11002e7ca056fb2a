export { countPages } from './page-metrics.ts';
export { makePageHandler, NONCE_MARK, type PageServerOptions, type RenderPage } from './page-server.ts';
