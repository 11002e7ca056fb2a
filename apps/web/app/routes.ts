import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';

/** One file per address; the files compose features. Static addresses win over /{username}. */
export default [
  layout('shell/site-layout.tsx', [
    index('routes/home.tsx'),
    route('girls', 'routes/girls.tsx'),
    route('men', 'routes/men.tsx'),
    route('trans', 'routes/trans.tsx'),
    route('couples', 'routes/couples.tsx'),
    route('search', 'routes/search.tsx'),
    route(':username', 'routes/room.tsx'),
  ]),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig;
