import type { Config } from '@react-router/dev/config';

export default {
  ssr: true,
  appDirectory: 'app',
  // The whole route table is small, and asking for it link by link would be a request per page.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
