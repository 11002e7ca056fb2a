import { getConfig } from '@lingui/conf';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import { reactRouter } from '@react-router/dev/vite';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { catalogueParts } from './catalogue-parts.ts';
import { codeGroups, isInGroup } from './code-groups.ts';
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
          groups: [
            {
              name: 'framework',
              test: /node_modules\/(?:react|react-dom|react-router|scheduler|@lingui)\//u,
              tags: ['$initial'],
              priority: 5,
            },
            // What a room brings, and what of it the studio shows as well.
            {
              name: 'talk',
              test: /app\/shell\/room\/(?!(?:room|studio)-frame)|app\/shared\/room(?:-module)?\/|app\/features\/(?:tipping|rooms|room-chat)\/|app\/features\/[^/]+\/room-module\.|features\/ratings\/(?:rate-button|rating-reminder|rating-state)\./u,
              tags: ['$initial'],
              priority: 1,
            },
            ...codeGroups.map((group) => ({
              name: group.name,
              test: (id: string) => isInGroup(group, id),
              priority: group.priority,
            })),
          ],
        },
      },
    },
  },
  // Workspace packages export sources; the server bundle must contain them.
  ssr: { noExternal: [/^@klieg\//] },
});
