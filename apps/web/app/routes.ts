import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';

/** One file per address; the files compose features. Static addresses win over /{username}. */
export default [
  layout('shell/layout/site-layout.tsx', [
    index('routes/home.tsx'),
    route('girls', 'routes/girls.tsx'),
    route('men', 'routes/men.tsx'),
    route('trans', 'routes/trans.tsx'),
    route('couples', 'routes/couples.tsx'),
    route('search', 'routes/search.tsx'),
    route('inbox', 'routes/inbox.tsx'),
    route('account/friends', 'routes/account-friends.tsx'),
    route('account/settings/:tab?', 'routes/account-settings.tsx'),
    route('account/tokens', 'routes/account-tokens.tsx'),
    route('model-desk/fans', 'routes/model-desk-fans.tsx'),
    route('model-desk/recordings', 'routes/model-desk-recordings.tsx'),
    route('followed', 'routes/followed.tsx'),
    route('view-history', 'routes/view-history.tsx'),
    route('most-liked', 'routes/most-liked.tsx'),
    route(':username/fanclub', 'routes/fan-club.tsx'),
    route(':username/bio', 'routes/bio.tsx'),
    route(':username', 'routes/room.tsx'),
  ]),
  layout('shell/layout/auth-layout.tsx', [
    route('login', 'routes/login.tsx'),
    route('register', 'routes/register.tsx'),
  ]),
  route('broadcast', 'routes/broadcast.tsx'),
  route('overlay/goal', 'routes/goal-overlay.tsx'),
  route('dev/ui', 'routes/dev-ui.tsx'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig;
