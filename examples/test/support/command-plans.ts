/**
 * How the tests cover a command or program that a document shows. With `run`,
 * `shown-commands.test.ts` runs it twice against a sandbox. It must exit with code 0.
 */
export type Plan =
  | { run: 'until it ends' }
  /** The test waits for the first output, and then stops the command with SIGINT. */
  | { run: 'until it is stopped' }
  /** The test file at this path runs it, or a test in the folder at this path. */
  | { test: string }
  /** No test runs it, for this reason. */
  | { reason: string };

const untilExit: Plan = { run: 'until it ends' };
const untilStopped: Plan = { run: 'until it is stopped' };
const changesFiles: Plan = { reason: 'It changes files in the repository.' };
const longRun: Plan = { reason: 'It runs for minutes to hours.' };
const wholeTask: Plan = { reason: 'It is part of the build or of CI.' };
const needsRegistry: Plan = { reason: 'The packages are not published.' };
const needsDocker: Plan = { reason: 'It needs a container engine.' };
const contributingGuide: Plan = { test: 'packages/contract-gate/test/contributing-guide.test.ts' };

/**
 * The plans for the shown commands. The first pattern that matches a command applies. Each npm
 * script must exist, even if no test runs it.
 */
export const commandPlans: readonly (readonly [RegExp, Plan])[] = [
  [/^curl /, untilExit],
  [
    /^npx --no -- delivery-mock (?:order|advance|reset|trigger|export|import|workspaces)\b/,
    untilExit,
  ],
  [/^npx --no -- delivery-mock init$/, { test: 'packages/mock/test/cli' }],
  [/--advertise-url |^pg_dump /, { reason: 'It needs PostgreSQL.' }],
  [/(?:^|\n)npx --no -- delivery-mock(?: start\b| listen$|$)/, untilStopped],
  [/^npm run (?:dinner|evening|quickstart:\w+) -w @delivery-api\/examples$/, untilExit],
  [/^bash examples\/quickstart\/\w+\.sh$/, untilExit],

  [/^npm ci && npm start$|^npm start$/, { test: 'tools/test/start.test.mjs' }],
  [/^npm start -w @delivery-api\/docs-site$/, { test: 'tools/test/start.test.mjs' }],
  [/^npm install (?:--save-dev )?http/, { test: 'tools/test/install.test.mjs' }],
  [/^node (?:first-call\.mjs|quickstart\.mts)$/, { test: 'tools/test/install.test.mjs' }],
  [/^node (?:booking|store)\.mts$/, { test: 'packages/lastmile-client/test/readme.test.ts' }],
  [/^npm install --save-dev tsx$|^npx --no -- tsx /, { reason: 'It needs the npm registry.' }],
  [/^npm run pack$/, { test: 'tools/test/start.test.mjs' }],
  [/^npm pack\b/, { test: 'tools/test/install.test.mjs' }],
  [/^npm run lint:\w+ -w @delivery-api\/specs$/, contributingGuide],
  [/^npm run (?:diff|changelog|check:contract)\b/, contributingGuide],
  [/^export TURBO_API=/, { test: 'tools/test/remote-cache.test.mjs' }],
  [/^npm run release:pack\b/, { test: 'packages/contract-gate/test/pack.test.ts' }],
  [/^npm run release\b/, { test: 'packages/contract-gate/test/release.test.ts' }],
  [/node workflows\/run\.ts/, { test: 'packages/mock/test/workflows' }],
  [/^npm run workflows -w @delivery-api\/mock$/, { test: 'packages/mock/test/workflows' }],

  [/^npm (?:install|publish|deprecate|dist-tag) /, needsRegistry],
  [/^docker /, needsDocker],
  [/^npx prism mock /, { reason: 'It is a different mock. A test compares its responses.' }],
  [/^git /, changesFiles],
  [/^npm run (?:anchors|format|interop|metadata|reference|table)\b/, changesFiles],
  [/^npm run (?:attack|bench|durability|matrix|rehearse|soak)\b/, longRun],
  [/^npm ci\b|^(?:\w+=\S+ )?npm test\b/, wholeTask],
  [/^(?:\w+=\S+ )?npx (?:vitest|turbo) run /, wholeTask],
  [/^(?:\w+=\S+ )?npm run (?:build|bundle|contract:|lint|test)/, wholeTask],
  [/^node contract\.ts /, wholeTask],
];

/** The plans for code blocks in languages other than `sh`. */
export const programPlans: readonly (readonly [file: RegExp, language: RegExp, Plan])[] = [
  [/^README\.md$/, /^ts$/, { test: 'examples/test/readme.test.ts' }],
  [/^CONTRIBUTING\.md$/, /^yaml$/, contributingGuide],
  [/^CONTRIBUTING\.md$/, /^md$/, { reason: 'It is the content of a file.' }],
  [/^docs-site\/dist\/index\.html$/, /^ts$/, { test: 'examples/test/programs.test.ts' }],
  [/\/install\.md$/, /^ts$/, { test: 'tools/test/install.test.mjs' }],
  [/\/extensions\.md$/, /^yaml$/, { reason: 'It is a part of a contract.' }],
  [/\/install\.md$/, /^ini$/, { reason: 'It is the content of a file.' }],
  [/\/client-core\/README\.md$/, /^ts$/, { test: 'packages/client-core/test/readme.test.ts' }],
  [/-client\/README\.md$/, /^ts$/, { test: 'packages/lastmile-client/test/readme.test.ts' }],
  [
    /-client\/README\.md$/,
    /^typescript$/,
    { test: 'packages/lastmile-client/test/readme.test.ts' },
  ],
  [/\/(?:guides\/mock|guides\/proxy|guides\/sdk|mock\/README)\.md$/, /^ts$/, untilExit],
  [/-client\/README\.md$/, /^js$/, { test: 'packages/client-core/test/proxy.test.ts' }],
];

/** The files of `examples/` that guides show, and the tests that run them. */
export const samplePlans: readonly (readonly [RegExp, test: string])[] = [
  [/^quickstart\//, 'examples/test/quickstart.test.ts'],
  [/^(?:guides|verify)\//, 'examples/test/guide-samples.test.ts'],
  [/^webhooks\//, 'examples/test/webhooks/signed-events.test.ts'],
];
