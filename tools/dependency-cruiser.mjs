// The layers of the repository, checked by `npm test`. ARCHITECTURE.md explains them, and
// tools/test/layers.test.mjs contains a failing case for each rule.

const tests = ['/test/', '/test-', '[.]test([.]|-d)', '/vitest[.]'];
const everyPackage = '^(specs|packages|docs-site|examples|benchmarks)/';

/** Packages of the repository that each package may import. Tests may import any package. */
const packages = {
  specs: [],
  'packages/codegen': ['specs'],
  'packages/lastmile-types': [],
  'packages/marketplace-types': [],
  'packages/client-core': [],
  'packages/lastmile-client': ['packages/client-core', 'packages/lastmile-types'],
  'packages/marketplace-client': ['packages/client-core', 'packages/marketplace-types'],
  'packages/sandbox': ['specs', 'packages/lastmile-types', 'packages/marketplace-types'],
  'packages/mock': ['specs', 'packages/sandbox'],
  'packages/contract-gate': ['specs'],
  'docs-site': ['specs', 'packages/codegen'],
  examples: [
    'packages/client-core',
    'packages/lastmile-client',
    'packages/marketplace-client',
    'packages/lastmile-types',
    'packages/marketplace-types',
    'packages/mock',
  ],
  tools: [],
};

/**
 * Layers of a package, lowest first. Each layer has one or more folders. A folder must not import a
 * folder of a higher layer.
 */
export const layers = {
  'packages/client-core/src': [
    ['http'],
    ['contract'],
    ['retry'],
    ['errors'],
    ['options'],
    ['call'],
  ],
  'packages/sandbox/src': [['kernel'], ['validation', 'webhooks'], ['lastmile', 'marketplace']],
  'packages/sandbox/src/lastmile': [
    ['state'],
    ['domain'],
    ['views'],
    ['scenarios'],
    ['operations'],
  ],
  'packages/sandbox/src/marketplace': [
    ['state'],
    ['domain'],
    ['views'],
    ['scenarios'],
    ['operations'],
  ],
  'packages/mock/src': [
    ['api'],
    ['storage'],
    ['workspaces'],
    ['contract'],
    ['http'],
    ['cluster'],
    ['schemas'],
    ['modes'],
    ['control'],
    ['page'],
    ['cli'],
  ],
  'packages/contract-gate/src': [
    ['repository'],
    ['documents'],
    ['diff'],
    ['gate'],
    ['release', 'pull-request'],
    ['cli'],
  ],
};

const packageRules = Object.entries(packages).map(([name, allowed]) => ({
  name: `imports-of-${name.replace(/^packages\//, '')}`,
  severity: 'error',
  comment: `${name} may import ${allowed.join(', ') || 'no other package'}.`,
  from: { path: `^${name}/`, pathNot: tests },
  to: { path: everyPackage, pathNot: `^(${[name, ...allowed].join('|')})/` },
}));

const layerRules = Object.entries(layers).flatMap(([folder, order]) =>
  order.slice(0, -1).map((layer, place) => ({
    name: `layers-of-${folder.replace(/^packages\//, '').replaceAll('/', '-')}`,
    severity: 'error',
    comment: `In ${folder}, the order is ${order.map((one) => one.join(' and ')).join(' < ')}.`,
    from: { path: `^${folder}/(${layer.join('|')})/` },
    to: {
      path: `^${folder}/(${order
        .slice(place + 1)
        .flat()
        .join('|')})/`,
    },
  })),
);

export default {
  forbidden: [
    { name: 'no-file-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-folder-cycles',
      severity: 'error',
      scope: 'folder',
      from: {},
      to: { circular: true },
    },
    ...packageRules,
    ...layerRules,
    {
      name: 'types-only-as-types',
      severity: 'error',
      comment:
        'The mock bundle must not depend on generated code. This rule needs the built types.',
      from: { path: '^packages/sandbox/src/' },
      to: {
        path: '(lastmile|marketplace)-types',
        dependencyTypesNot: ['type-only'],
        couldNotResolve: false,
      },
    },
    {
      name: 'no-http-in-the-sandbox',
      severity: 'error',
      comment: 'The sandbox must not send requests itself; the mock sends them.',
      from: { path: '^packages/sandbox/src/' },
      to: { path: '^(node:)?(http|https|http2|net|tls|dgram)$|@stoplight/' },
    },
    {
      name: 'no-package-internals',
      severity: 'error',
      comment: 'Import another package by its name, through its `exports`.',
      from: { path: '^packages/([^/]+)/', pathNot: tests },
      to: { path: '^packages/', pathNot: '^packages/$1/', dependencyTypes: ['local'] },
    },
    {
      name: 'no-package-internals-elsewhere',
      severity: 'error',
      comment: 'Import a package by its name, through its `exports`.',
      from: { path: '^(docs-site|examples|benchmarks)/', pathNot: tests },
      to: { path: '^packages/', dependencyTypes: ['local'] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: {
      path: [
        '/generated/',
        // Tests write programs to these folders while this check runs.
        '/[.]build/',
        '/dist/[.]',
        '/coverage/',
        '^specs/(released|dist)/',
        '^docs-site/dist/',
        // Runs in a project outside the repository, with the packed clients.
        '^tools/matrix/program[.]mjs$',
      ],
    },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.mjs', '.js', '.mts', '.d.mts'],
    },
  },
};
