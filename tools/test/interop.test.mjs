import assert from 'node:assert/strict';
import { test } from 'node:test';
import { examplesOf, readBundles } from '../interop/bundles.ts';
import { zodStep } from '../interop/generator.ts';
import { runStep } from '../interop/tool.ts';
import { validatorStep } from '../interop/validator.ts';

const bundle = {
  name: 'lastmile',
  file: 'lastmile.json',
  document: {},
  examples: [{ name: 'order', schema: 'Order', value: { id: 'a' } }],
};
const resultOf = (findings, exceptions = []) =>
  runStep('tool', '1.0.0', { name: 'reads', exceptions, run: () => findings }, [bundle]);

test('a tool without findings passes', async () => {
  assert.deepEqual(await resultOf([]), {
    tool: 'tool',
    version: '1.0.0',
    step: 'reads',
    result: 'passed',
    note: '',
  });
});

test('a tool fails if no exception explains a finding, and the note counts the findings that it does not list', async () => {
  const { result, note } = await resultOf(
    ['a', 'b', 'c', 'd', 'e'],
    [{ findings: /: a$/, reason: 'A fault of the tool.' }],
  );
  assert.equal(result, 'failed');
  assert.equal(note, 'lastmile: b; lastmile: c; lastmile: d; and 1 more');
});

test('a tool passes with exceptions when they explain all findings', async () => {
  const { result, note } = await resultOf(
    ['a'],
    [{ findings: /: a$/, reason: 'A fault of the tool.' }],
  );
  assert.equal(result, 'passed with exceptions');
  assert.equal(note, 'A fault of the tool.');
});

test('a tool fails if an exception explains no finding', async () => {
  const { result, note } = await resultOf([], [{ findings: /: a$/, reason: 'A fault.' }]);
  assert.equal(result, 'failed');
  assert.match(note, /No finding matches \/: a\$\/\. Remove the exception\./);
});

test('an error that a tool throws is a finding', async () => {
  const step = {
    name: 'reads',
    run: () => {
      throw new Error('unknown keyword');
    },
  };
  const { result, note } = await runStep('tool', '1.0.0', step, [bundle]);
  assert.equal(result, 'failed');
  assert.equal(note, 'lastmile: unknown keyword');
});

test('a validator fails when it rejects an example or accepts a number', async () => {
  const notesOf = async (validate) =>
    (
      await runStep(
        'tool',
        '1.0.0',
        validatorStep(() => validate),
        [bundle],
      )
    ).note;
  assert.equal(await notesOf((_, value) => (value === 0 ? ['/: object'] : [])), '');
  assert.equal(
    await notesOf(() => ['/id: integer']),
    'lastmile: Order, example order: /id: integer',
  );
  assert.equal(await notesOf(() => []), 'lastmile: Order accepts a number.');
});

test('a missing file of Zod schemas is a finding', async () => {
  const step = zodStep('no-such-tool', 'client.zod.ts', (name) => name);
  const { result, note } = await runStep('tool', '1.0.0', step, [bundle]);
  assert.equal(result, 'failed');
  assert.match(note, /no-such-tool.lastmile has no client\.zod\.ts\.$/);
});

test('the examples of requests, responses and events are found in both contracts', () => {
  for (const { name, document, examples } of readBundles()) {
    const found = new Set(examples.map((example) => example.name));
    const missing = Object.keys(document.components.examples).filter((one) => !found.has(one));
    assert.deepEqual(missing, [], name);
    assert.deepEqual(
      examples.filter(({ value }) => value === undefined),
      [],
    );
  }
  assert.deepEqual(examplesOf({ components: {} }), []);
});
