import { documentRule } from './document-node.js';
import { bodies, schemas } from './traversal.js';

/** @typedef {import('./document-node.js').DocumentNode} DocumentNode */

/**
 * A condition is an `if` on one fixed enum (in requests, also on the presence of properties), with
 * titles for the reference. A branch has only `required`, `not: {required}` and another condition.
 * The type generator does not support other forms.
 */
export const conditionsSimple = documentRule((root) => {
  const seen = /** @type {Set<string>} */ (new Set());
  for (const { kind, schema: body } of bodies(root)) {
    for (const { schema, role } of schemas(body, seen)) {
      if (role === 'branch') continue;
      if ((schema.at('then').exists || schema.at('else').exists) && !schema.at('if').exists)
        schema.report("'then' and 'else' need an 'if'.");
      checkConditions(schema, schema.at('properties'), kind === 'request');
    }
  }
});

/**
 * @param {DocumentNode} schema a schema or a branch that can contain a condition
 * @param {DocumentNode} properties properties of the object that contains the condition
 * @param {boolean} inRequest
 */
function checkConditions(schema, properties, inRequest) {
  if (!schema.at('if').exists) return;
  checkCondition(schema.at('if'), properties, inRequest);
  for (const key of ['then', 'else']) {
    checkBranch(schema.at(key), key);
    checkConditions(schema.at(key), properties, inRequest);
  }
}

/**
 * @param {DocumentNode} condition
 * @param {DocumentNode} properties properties of the object that contains the condition
 * @param {boolean} inRequest
 */
function checkCondition(condition, properties, inRequest) {
  if (!condition.value.title) condition.report("'if' needs a title; the reference shows it.");
  const tested = testedNames(condition);
  const [name] = tested;
  if (name === undefined) {
    if (!inRequest || !Array.isArray(condition.value.required))
      condition.report(
        `An 'if' must test one fixed enum${inRequest ? ', or use required to test which properties are present' : ''}.`,
      );
    return;
  }
  if (tested.length > 1)
    return condition.report(
      "An 'if' must test only one property. Chain further conditions in 'else'.",
    );
  const test = condition.at('properties', name).value;
  const values = test.enum ?? (test.const === undefined ? [] : [test.const]);
  const known = properties.at(name);
  if (!Array.isArray(known.value?.enum))
    return condition.report(
      `'${name}' is not a fixed enum. A condition can test only fixed enums.`,
    );
  if (values.length === 0)
    condition.report(`The 'if' must list values of '${name}' with enum or const.`);
  for (const value of values)
    if (!known.value.enum.includes(value))
      condition.report(`'${value}' is not in the enum of '${name}'.`);
}

/** @param {DocumentNode} branch @param {string} key */
function checkBranch(branch, key) {
  if (!branch.exists) return;
  if (key === 'else' && !branch.value.title && !branch.at('if').exists)
    branch.report("'else' needs a title; the reference shows it.");
  const extra = keywordsOf(branch).filter(
    (keyword) => !['title', 'required', 'not', 'if', 'then', 'else'].includes(keyword),
  );
  const forbidding = keywordsOf(branch.at('not')).filter((keyword) => keyword !== 'required');
  for (const keyword of [...extra, ...forbidding])
    branch.report(`'${key}' must contain only required and not: {required}, not '${keyword}'.`);
}

/**
 * Returns the properties that a condition tests. Properties without a constraint are omitted,
 * because they only repeat a name for validators in strict mode.
 *
 * @param {DocumentNode} condition
 */
const testedNames = (condition) =>
  Object.entries(condition.value?.properties ?? {})
    .filter(
      ([, schema]) => schema !== true && Object.keys(schema).some((key) => key !== 'description'),
    )
    .map(([name]) => name);

/** @param {DocumentNode} branch */
const keywordsOf = (branch) =>
  Object.keys(branch.value ?? {}).filter(
    (keyword) =>
      (keyword !== 'properties' || testedNames(branch).length > 0) &&
      (keyword !== 'additionalProperties' || branch.value[keyword] !== true),
  );
