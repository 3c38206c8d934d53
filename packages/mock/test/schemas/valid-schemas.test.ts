import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import type { OptionSpec } from '../../src/cli/command-spec.ts';
import { commands } from '../../src/cli/commands.ts';
import { loadBuiltContract } from '../../src/contract/built-contract.ts';
import * as control from '../../src/schemas/control.ts';
import { optionSchemas } from '../../src/schemas/options.ts';

const contracts = new Map(
  (['lastmile', 'marketplace'] as const).map((name) => [name, loadBuiltContract(name).contract]),
);
const { faultsSchema, orderSchema, webhooksSchema, ...schemas } = control;
const commandSchemas = Object.entries(commands).flatMap(([command, { options }]) =>
  Object.entries(options as Record<string, OptionSpec>).flatMap(([option, { schema }]) =>
    schema === undefined ? [] : [[`${command} --${option}`, schema] as const],
  ),
);

// The mock does not validate its schemas at run time.
it.each([
  ...Object.entries<object>(schemas),
  ...Object.entries<object>(optionSchemas),
  ...commandSchemas,
  ['faultsSchema', faultsSchema(contracts)] as const,
  ['webhooksSchema', webhooksSchema(contracts)] as const,
  ...[...contracts].map(
    ([name, contract]) => [`orders of ${name}`, orderSchema(contract)] as const,
  ),
])('the schema %s is valid JSON Schema', (_name, schema) => {
  const ajv = new Ajv();
  expect(ajv.validateSchema(schema), ajv.errorsText()).toBe(true);
});
