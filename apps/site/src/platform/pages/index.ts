export { isGzipWanted } from './rendered-page.ts';
export { countPages } from './page-metrics.ts';
export {
  makePageHandler,
  type PageServerOptions,
  type PageVisitor,
  type RenderInput,
  type RenderPage,
  type SharedPage,
} from './page-server.ts';
