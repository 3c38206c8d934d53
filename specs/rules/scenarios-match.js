import { documentRule } from './document-node.js';
import { bodies, operations, schemas } from './traversal.js';

/**
 * The `test_scenario` values of a request are exactly the scenarios that list its operation.
 * Scenarios have unique names, and list only operations that exist.
 */
export const scenariosMatch = documentRule((root) => {
  const scenarios = root.at('x-scenarios').items();
  const ids = new Set(operations(root).map(({ id }) => id));
  const names = /** @type {Set<string>} */ (new Set());
  for (const scenario of scenarios) {
    if (names.has(scenario.value.name))
      scenario.report(`Two scenarios are named '${scenario.value.name}'.`);
    names.add(scenario.value.name);
    for (const operation of scenario.at('operations').items())
      if (!ids.has(operation.value))
        operation.report(`There is no operation '${operation.value}'.`);
  }
  /** @param {string} owner */
  const selectable = (owner) =>
    scenarios
      .filter(({ value }) => value.operations?.includes(owner))
      .map(({ value }) => value.name);
  for (const owner of ids) {
    const enums = bodies(root)
      .filter((body) => body.kind === 'request' && body.owner === owner)
      .flatMap(({ schema }) => [...schemas(schema)])
      .filter(({ role, name }) => role === 'property' && name === 'test_scenario')
      .map(({ schema }) => schema);
    for (const name of selectable(owner)) {
      if (!enums.some(({ value }) => value.enum?.includes(name))) {
        (enums[0]?.at('enum') ?? root.at('x-scenarios')).report(
          `The scenario '${name}' lists '${owner}', but test_scenario of '${owner}' does not have this value.`,
        );
      }
    }
    for (const item of enums.flatMap((schema) => schema.at('enum').items())) {
      if (item.value !== null && !names.has(item.value))
        item.report(`There is no scenario '${item.value}' in x-scenarios.`);
      else if (item.value !== null && !selectable(owner).includes(item.value))
        item.report(`The scenario '${item.value}' does not list '${owner}'.`);
    }
  }
});
