import { getConfig } from '@lingui/conf';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import { reactRouter } from '@react-router/dev/vite';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { catalogueParts } from './catalogue-parts.ts';

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
              priority: 2,
            },
            {
              name: 'site',
              test: /app\/(?:root|shell\/(?:site-layout|page-extras|page-handle)|routes\/browse-route|shared\/(?:session\/start-session|me\/follow|errors\/explain-error)|features\/discovery\/(?:live-card|room-look))\.|ui\/src\/(?:components\/(?:bar|card|chip|dialog-waiting|empty|state-badge|tag)|toast\/show-toast)\./u,
              priority: 1,
            },
            // Beside the room's first chunk: see the file.
            { name: 'lazy-parts', test: /features\/playback\/lazy-parts\./u, priority: 1 },
          ],
        },
      },
    },
  },
  // Workspace packages export sources; the server bundle must contain them.
  ssr: { noExternal: [/^@klieg\//] },
});
