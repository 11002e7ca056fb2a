import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A part of the bill, as far as it is read here. */
interface Component {
  readonly 'bom-ref': string;
  readonly type: string;
  readonly group?: string;
  readonly name: string;
  readonly version?: string;
  readonly purl?: string;
  readonly cpe?: string;
  readonly licenses?: readonly { readonly license: { readonly id?: string; readonly name?: string } }[];
}

/** A bill of materials as CycloneDX 1.5 has it. */
export interface Sbom {
  readonly bomFormat: 'CycloneDX';
  readonly specVersion: string;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

/** Something that is no package and comes inside of packages. */
export interface BundledPart {
  readonly name: string;
  /** Absent where the package does not say it. */
  readonly version?: string;
  readonly license: string;
  readonly cpe?: string;
  /** Names of the packages that bring it. */
  readonly inside: readonly string[];
}

/** What comes inside of packages as a program, a library or a font, which no lock file names. */
export const bundledParts = JSON.parse(
  readFileSync(new URL('./bundled-parts.json', import.meta.url), 'utf8'),
) as readonly BundledPart[];

const refOf = ({ name, version }: BundledPart): string =>
  `part:${name}${version === undefined ? '' : `@${version}`}`;

/** The name of a component with its scope, from its address: `pkg:npm/%40klieg/ui@0.1.0` is `@klieg/ui`. */
export const packageNameOf = ({ purl = '' }: Pick<Component, 'purl'>): string =>
  decodeURIComponent(/^pkg:npm\/(.+)@[^@]*$/.exec(purl)?.[1] ?? '');

/**
 * Every package of the lock file, for all platforms and with those that only tests use, and what comes inside of
 * packages. Needs npm 10 or newer, and no network.
 */
export function makeSbom(): Sbom {
  const { stdout, stderr, status } = spawnSync(
    'npm',
    ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'],
    { cwd: fileURLToPath(new URL('../../', import.meta.url)), encoding: 'utf8', maxBuffer: 64 * 2 ** 20 },
  );
  if (status !== 0) throw new Error(`npm wrote no bill of materials: ${stderr}`);
  const bom = JSON.parse(stdout) as Sbom;
  const parts = bundledParts.map((part): Component => ({
    'bom-ref': refOf(part),
    type: 'library',
    name: part.name,
    ...(part.version !== undefined && { version: part.version }),
    ...(part.cpe !== undefined && { cpe: part.cpe }),
    licenses: [{ license: { id: part.license } }],
  }));
  const nameOfRef = new Map(bom.components.map((one) => [one['bom-ref'], packageNameOf(one)]));
  const withParts = bom.dependencies.map(({ ref, dependsOn = [] }) => ({
    ref,
    dependsOn: [
      ...dependsOn,
      ...bundledParts.filter(({ inside }) => inside.includes(nameOfRef.get(ref) ?? '')).map(refOf),
    ],
  }));
  return {
    ...bom,
    // npm takes the name of the folder.
    metadata: { ...bom.metadata, component: { ...bom.metadata.component, name: 'klieg' } },
    components: [...bom.components, ...parts],
    dependencies: [...withParts, ...parts.map((part) => ({ ref: part['bom-ref'], dependsOn: [] }))],
  };
}
