import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import * as apps from 'kubernetes-models/apps/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import { parse, parseAllDocuments } from 'yaml';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'packages/mock/deploy');
const read = (file) => readFileSync(join(folder, file), 'utf8');
const commandLine = join(root, 'packages/mock/dist/cli.js');

/**
 * Checks that the mock accepts the arguments and their values, and that the environment has the
 * required variables. An invalid `--store` prevents the mock from starting.
 */
function assertArguments(args, environment) {
  const values = args.map((one) =>
    one.replace(/\$\{SANDBOX_HOST:-(\w+)\}/, '$1').replace('$(POD_IP)', '10.0.0.5'),
  );
  const run = spawnSync(process.execPath, [commandLine, ...values, '--store', 'redis://'], {
    encoding: 'utf8',
    env: { ...process.env, ...Object.fromEntries(environment.map((name) => [name, 'x'])) },
  });
  // The mock reports only the invalid store, so all other arguments are valid.
  assert.match(run.stderr, /--store must be memory/);
  assert.ok(environment.includes('DELIVERY_MOCK_STORE'));
  assert.ok(environment.includes('DELIVERY_MOCK_CLUSTER_SECRET'));
  assert.ok(environment.includes('DELIVERY_MOCK_OPERATOR_TOKEN'));
}

describe('compose.yaml', () => {
  const { services, volumes } = parse(read('compose.yaml'), { merge: true });

  test('starts two replicas with arguments that the mock accepts', () => {
    const replicas = Object.entries(services).filter(([name]) => name.startsWith('replica-'));
    assert.equal(replicas.length, 2);
    for (const [name, { command, environment }] of replicas) {
      assert.ok(command.includes(`--advertise-url=http://${name}:4010`));
      assertArguments(command, Object.keys(environment));
    }
  });

  test('refers only to services and volumes that exist, and sets the version of every image', () => {
    for (const { depends_on: needed = {}, volumes: mounted = [], image } of Object.values(
      services,
    )) {
      const names = Array.isArray(needed) ? needed : Object.keys(needed);
      for (const name of names) assert.ok(name in services, name);
      for (const mount of mounted) assert.ok(mount.split(':')[0] in volumes, mount);
      if (image !== undefined) assert.match(image, /^[a-z]+:\d+[\w.-]*$/);
    }
  });

  test('contains no secret value, and requires a variable for each secret', () => {
    for (const [, value] of read('compose.yaml').matchAll(/(?:PASSWORD|SECRET|TOKEN): (.+)$/gm))
      assert.match(value, /^\$\{\w+:\?\}$/);
  });
});

describe('kubernetes.yaml', () => {
  const documents = parseAllDocuments(read('kubernetes.yaml')).map((one) => one.toJS());
  const models = { ...core, ...apps, ...policy };
  const deployment = documents.find(({ kind }) => kind === 'Deployment');
  const [container] = deployment.spec.template.spec.containers;

  for (const document of documents)
    test(`has a valid ${document.kind}`, () => {
      const Model = models[document.kind];
      const model = new Model(document);
      model.validate();
      assert.equal(model.apiVersion, document.apiVersion);
    });

  test('starts the mock with arguments that it accepts', () => {
    assertArguments(
      container.args,
      container.env.map(({ name }) => name),
    );
  });

  test('probes the health check, and selects its own pods', () => {
    for (const probe of [container.readinessProbe, container.livenessProbe])
      assert.equal(probe.httpGet.path, '/_sandbox/health');
    const { labels } = deployment.spec.template.metadata;
    for (const { kind, spec } of documents)
      if (kind !== 'Deployment')
        assert.deepEqual(spec.selector.matchLabels ?? spec.selector, labels);
  });
});
