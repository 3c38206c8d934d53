import { documentRule } from './document-node.js';
import { everyProperty } from './traversal.js';

/** @typedef {import('./document-node.js').DocumentNode} DocumentNode */

/** @type {Record<string, string[]>} */
const constraints = {
  string: ['enum', 'x-extensible-enum', 'const', 'format', 'pattern', 'minLength', 'maxLength'],
  integer: [
    'enum',
    'const',
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'exclusiveMaximum',
    'multipleOf',
  ],
  number: [
    'enum',
    'const',
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'exclusiveMaximum',
    'multipleOf',
  ],
  array: ['minItems', 'maxItems'],
  object: ['properties', 'maxProperties', 'oneOf'],
};

/**
 * Every property has a description. A string, number, array or object has a constraint. A string or
 * number also has examples, unless its schema lists its values.
 */
export const propertiesComplete = documentRule((root) => {
  for (const { name, schema, owner } of everyProperty(root)) {
    if (!schema.exists) continue;
    const place = /** @type {DocumentNode} */ (owner).at('properties', name);
    const types = /** @type {string[]} */ ([schema.value.type ?? []].flat()).filter(
      (type) => type !== 'null',
    );
    if (!String(schema.annotation('description') ?? '').trim())
      place.report(`The property '${name}' has no description.`);
    for (const type of types) {
      const keywords = constraints[type];
      if (keywords && !keywords.some((keyword) => schema.value[keyword] !== undefined))
        place.report(`The property '${name}' (${type}) has no constraint.`);
    }
    const isScalar = types.some((type) => ['string', 'integer', 'number'].includes(type));
    const showsValues = ['enum', 'x-extensible-enum', 'const'].some(
      (keyword) => schema.value[keyword] !== undefined,
    );
    const shown = schema.annotation('examples');
    if (isScalar && !showsValues && !(Array.isArray(shown) && shown.length > 0))
      place.report(`The property '${name}' has no examples.`);
  }
});
