export { makePageHandler, NONCE_MARK, type PageServerOptions, type RenderPage } from './page-server.ts';
