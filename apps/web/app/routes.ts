import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';

/** Each its own route, with one file for all. */
const listing = (path: string) => route(path, 'routes/listing.tsx', { id: `list ${path}` });

const ONE_WORD_LISTS = [
  'girls',
  'men',
  'trans',
  'couples',
  'for-you',
  'top',
  'voyeur-cams',
  'voyeur-house',
  'reallifecam',
  'casa-salsa',
  'jb-cams',
  'julmodels',
  'independent-romanian',
];

/** One file per address; the files compose features. Static addresses win over /{username}. */
export default [
  layout('shell/layout/site-layout.tsx', [
    index('routes/home.tsx'),
    // Lists of one word. All others, such as /girls/new and /voyeur-cams/kitchen, are found by the last route.
    ...ONE_WORD_LISTS.map(listing),
    route('feed', 'routes/feed-of-section.ts'),
    route(':gender/feed', 'routes/feed.tsx'),
    route('multi-filter', 'routes/multi-filter.tsx'),
    route('search/:term?', 'routes/search.tsx'),
    route('inbox', 'routes/inbox.tsx'),
    route('email/subscription', 'routes/email-subscription.tsx'),
    route('account/friends', 'routes/account-friends.tsx'),
    route('account/settings/:tab?', 'routes/account-settings.tsx'),
    route('account/shows', 'routes/account-shows.tsx'),
    route('account/verify', 'routes/account-verify.tsx'),
    route('models/signup', 'routes/models-signup.tsx'),
    route('account/tokens', 'routes/account-tokens.tsx'),
    route('model-desk/fans', 'routes/model-desk-fans.tsx'),
    route('model-desk/recordings', 'routes/model-desk-recordings.tsx'),
    route('followed', 'routes/followed.tsx'),
    route('view-history', 'routes/view-history.tsx'),
    route('most-liked', 'routes/most-liked.tsx'),
    route('tags', 'routes/tags.tsx'),
    route('tags/:section', 'routes/section-tags.tsx'),
    route('wifeaway', 'routes/wifeaway.tsx'),
    route('contests', 'routes/contests.tsx'),
    route('press', 'routes/press.tsx'),
    route('esports', 'routes/esports.tsx'),
    route('redir/:key', 'routes/leaving.tsx'),
    // One route for all of its pages: the list of routes comes with every page of the site.
    route('admin/*', 'routes/admin.tsx'),
    route('mod/*', 'routes/mod.tsx'),
    route('legal/:slug?', 'routes/legal.tsx'),
    route('faq', 'routes/faq.tsx'),
    route('faq/:article', 'routes/faq-article.tsx'),
    route('support', 'routes/support.tsx'),
    route('verify-age', 'routes/verify-age.tsx'),
    route('complaints', 'routes/complaints.tsx'),
    route('complaints/:receipt', 'routes/complaint-state.tsx'),
    route(':username/fanclub', 'routes/fan-club.tsx'),
    route(':username/bio', 'routes/bio.tsx'),
    route(':username', 'routes/room.tsx'),
    listing('*'),
  ]),
  layout('shell/layout/auth-layout.tsx', [
    route('login', 'routes/login.tsx'),
    route('register', 'routes/register.tsx'),
    route('reset/:token', 'routes/reset.tsx'),
    route('confirm/:token', 'routes/confirm.tsx'),
    route('keep-email/:token', 'routes/keep-email.tsx'),
    route('setup/:key', 'routes/setup.tsx'),
  ]),
  route('broadcast', 'routes/broadcast.tsx'),
  route('overlay/goal', 'routes/goal-overlay.tsx'),
  route('dev/ui', 'routes/dev-ui.tsx'),
] satisfies RouteConfig;
