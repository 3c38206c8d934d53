import type { Bundle, Example, Step } from './tool.ts';

/** Returns the errors of a value; an empty array if the schema accepts it. */
export type Validate = (schema: string, value: unknown) => string[] | Promise<string[]>;

/**
 * Returns the step in which a validator must accept every example, and reject a number in place of
 * a body.
 *
 * @param prepare compiles the schemas of a bundle
 */
export function validatorStep(
  prepare: (bundle: Bundle) => Validate | Promise<Validate>,
  options: Omit<Step, 'name' | 'run'> = {},
): Step {
  return {
    ...options,
    name: 'accepts every example',
    run: async (bundle) => check(bundle.examples, await prepare(bundle)),
  };
}

async function check(examples: readonly Example[], validate: Validate): Promise<string[]> {
  if (examples.length === 0) return ['The document has no examples.'];
  const findings: string[] = [];
  for (const { name, schema, value } of examples) {
    const [error] = await validate(schema, value);
    if (error !== undefined) findings.push(`${schema}, example ${name}: ${error}`);
  }
  for (const schema of new Set(examples.map((example) => example.schema)))
    if ((await validate(schema, 0)).length === 0) findings.push(`${schema} accepts a number.`);
  return findings;
}
