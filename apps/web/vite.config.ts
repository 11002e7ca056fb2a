import { getConfig } from '@lingui/conf';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import { reactRouter } from '@react-router/dev/vite';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { catalogueParts } from './catalogue-parts.ts';
import { smallerFramework } from './smaller-framework.ts';

const cwd = fileURLToPath(new URL('.', import.meta.url));

/**
 * sonner adds its stylesheet by a style element without a nonce, which the content security policy refuses.
 * Its rules come with the page's own CSS instead (styles/app.css).
 */
const withoutInjectedStyles: Plugin = {
  name: 'without-injected-styles',
  enforce: 'pre',
  transform(code, id) {
    if (!/node_modules\/sonner\/dist\/index\.mjs/.test(id)) return undefined;
    return { code: code.replaceAll(/^__insertCSS\(.*\);$/gmu, ''), map: null };
  },
};

// The order matters: macros are expanded before React Router splits routes.
export default defineConfig({
  plugins: [
    tailwindcss(),
    withoutInjectedStyles,
    smallerFramework,
    babel({ presets: [linguiTransformerBabelPreset({ linguiConfig: getConfig({ cwd }) }, { cwd })] }),
    catalogueParts(cwd),
    lingui({ cwd }),
    reactRouter(),
  ],
  build: {
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every page runs is one file: smaller, and fetched faster, than fifty of half a kilobyte.
          groups: [
            {
              name: 'framework',
              test: /node_modules\/(?:react|react-dom|react-router|scheduler|@lingui)\//u,
              tags: ['$initial'],
              priority: 5,
            },
            {
              name: 'site',
              test: /app\/(?:root|shell\/(?:layout\/(?:site-layout|page-handle)|extras\/page-extras)|routes\/browse-route|shared\/(?:track|session\/start-session|me\/(?:follow|must-verify-age)|errors\/(?:explain-error|report-error)|language\/with-texts)|features\/discovery\/cards\/live-card|shared\/room\/room-look)\.|ui\/src\/(?:components\/(?:avatar|bar|card|chip|dialog-waiting|empty|state-badge|tag)|toast\/show-toast)\.|contract\/src\/tipping\/limits\./u,
              priority: 4,
            },
            // What the home page and its sections share with an own home page, which comes later.
            {
              name: 'browse',
              test: /app\/(?:shell\/frames\/browse-frame|features\/discovery\/(?:lists\/browse-(?:page|bar)|home\/room-row|custom-home\/(?:home-layout|home-skeleton|own-home)))\.tsx?/u,
              priority: 2,
            },
            // Comes to every page after the first paint.
            {
              name: 'realtime',
              test: /app\/shared\/realtime\/|packages\/codec\/|kernel\/src\/ids\./u,
              priority: 3,
            },
            // What rooms share with the studio, the inbox and what opens over them.
            {
              name: 'parts',
              test: /ui\/src\/components\/(?:tabs|segments|notice|fact-list|latency-pill|level-shape|lower-third)\.|i18n\/src\/format-time\.|app\/(?:shared\/(?:local-store|me\/ignored|forms\/use-submit-type|tip-tier)|features\/(?:discovery\/lists\/viewed-rooms|playback\/controls\/use-rendition-name)|features\/room-chat\/(?:lines\/(?:line-text|chat-line)|moderation\/moderation-text))\./u,
              priority: 2,
            },
            // What a room brings, and what of it the studio shows as well.
            {
              name: 'talk',
              test: /app\/shell\/room\/(?!(?:room|studio)-frame)|app\/shared\/room(?:-module)?\/|app\/features\/(?:tipping|rooms|room-chat)\/|app\/features\/[^/]+\/room-module\.|features\/ratings\/(?:rate-button|rating-reminder|rating-state)\./u,
              tags: ['$initial'],
              priority: 1,
            },
            // What a room with a goal brings; forms of the studio are apart.
            {
              name: 'goal',
              test: /app\/features\/room-games\/(?:goal-(?:third|view|parts)|use-goal-sound)\./u,
              priority: 2,
            },
            {
              name: 'player',
              test: /features\/playback\/(?:player\/(?:open-room-player|start-playing)|mse\/mse-player|controls\/use-sound|grant\/play-address)\./u,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  // Workspace packages export sources; the server bundle must contain them.
  ssr: { noExternal: [/^@klieg\//] },
});
