import { sameTier, tiers } from './feature-map.mjs';
import { mediaTiers } from './media-map.mjs';

const features = Object.keys(tiers);
const folder = (feature) => `^apps/site/src/features/${feature}/`;
const isSameTierEdge = (from, to) => sameTier.some((edge) => edge.from === from && edge.to === to);

const tierRules = features.flatMap((from) => {
  const refused = features.filter(
    (to) => to !== from && tiers[to] >= tiers[from] && !isSameTierEdge(from, to),
  );
  return refused.length === 0
    ? []
    : [
        {
          name: `tier-of-${from}`,
          comment: `${from} is of tier ${tiers[from]} and may import lower tiers only`,
          severity: 'error',
          from: { path: folder(from), pathNot: '\\.test\\.ts$' },
          to: { path: refused.map(folder) },
        },
      ];
});

const doorRules = features.map((feature) => ({
  name: `index-of-${feature}`,
  comment: `other features use ${feature} through its index`,
  severity: 'error',
  from: { path: '^apps/site/src/(features|app)/', pathNot: [folder(feature), '\\.test\\.ts$'] },
  to: { path: folder(feature), pathNot: `${folder(feature)}index\\.ts$` },
}));

const mediaFolders = Object.keys(mediaTiers);
const mediaFolder = (name) => `^apps/media/src/${name}/`;
const ofTests = '\\.test\\.ts$|/testing/';

const mediaTierRules = mediaFolders.flatMap((from) => {
  const refused = mediaFolders.filter((to) => to !== from && mediaTiers[to] >= mediaTiers[from]);
  return [
    {
      name: `media-tier-of-${from}`,
      comment: `${from} is of tier ${mediaTiers[from]} of media-map.mjs and may import lower tiers only`,
      severity: 'error',
      from: { path: mediaFolder(from), pathNot: ofTests },
      // The files beside the folders are entries: nothing below imports them.
      to: { path: [...refused.map(mediaFolder), '^apps/media/src/[^/]+$'] },
    },
  ];
});

export default {
  forbidden: [
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      from: { path: '^apps/site/src/platform/', pathNot: '\\.test\\.ts$' },
      to: { path: '^apps/site/src/(features|app)/' },
    },
    {
      name: 'features-do-not-know-the-app',
      severity: 'error',
      from: { path: '^apps/site/src/features/', pathNot: '\\.test\\.ts$' },
      to: { path: '^apps/site/src/app/' },
    },
    {
      name: 'web-not-server',
      severity: 'error',
      from: { path: '^apps/web/' },
      to: { path: '^apps/(site|media|demo)/' },
    },
    {
      name: 'server-not-web',
      severity: 'error',
      from: { path: '^apps/(site|media|demo)/' },
      to: { path: '^apps/web/' },
    },
    {
      name: 'media-stands-alone',
      severity: 'error',
      from: { path: '^apps/media/src/', pathNot: ofTests },
      to: { path: '^apps/(site|demo|web)/' },
    },
    {
      name: 'media-runs-without-its-tests',
      severity: 'error',
      from: { path: '^apps/media/src/', pathNot: ofTests },
      to: { path: ofTests },
    },
    {
      name: 'kernel-imports-nothing',
      comment: 'it runs in browsers too, but for what servers alone do with secrets',
      severity: 'error',
      from: { path: '^packages/kernel/src/', pathNot: '\\.test\\.ts$|/secrets\\.ts$' },
      to: { pathNot: '^packages/kernel/src/' },
    },
    {
      name: 'browser-door-without-schemas',
      comment: 'the client bundles no schemas: what it imports of the contract at run time has no zod',
      severity: 'error',
      from: { path: '^packages/contract/src/(client|routes|.*/routes)\\.ts$' },
      to: { path: 'node_modules/zod', dependencyTypesNot: ['type-only'] },
    },
    ...tierRules,
    ...doorRules,
    ...mediaTierRules,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Circles are found by `scripts/check-structure.ts`, in a small part of the time.
    skipAnalysisNotInRules: true,
    // The two files that hold codecs use `using` declarations, which the parser's walker does not know.
    exclude: { path: '(^|/)(build|\\.react-router)/|/(encode-loop|thumbnail-worker)\\.ts$' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
