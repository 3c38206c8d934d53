import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { DocumentNode, isObject } from './document-node.js';

const folder = new URL('./extensions/', import.meta.url);
const ajv = new Ajv2020({ allErrors: true, strictTuples: false });
const schemas = new Map(
  readdirSync(folder)
    .filter((file) => file.endsWith('.schema.json'))
    .map((file) => [
      file.replace('.schema.json', ''),
      ajv.compile(JSON.parse(readFileSync(new URL(file, folder), 'utf8'))),
    ]),
);

/**
 * Every `x-` extension is known and valid against its JSON Schema in `extensions/`.
 *
 * @type {import('@redocly/openapi-core').Oas3Rule}
 */
export const extensionsValid = () => ({
  any(node, context) {
    if (!isObject(node) || context.type.name === 'SpecExtension') return;
    for (const name of Object.keys(node).filter((key) => key.startsWith('x-'))) {
      const place = new DocumentNode(context, node, context.location).at(name);
      const check = schemas.get(name);
      if (check === undefined)
        place.report(
          `The extension '${name}' is unknown. Add its schema in specs/rules/extensions/${name}.schema.json.`,
        );
      else if (!check(plain(place))) {
        for (const { instancePath, message, keyword, params } of check.errors ?? []) {
          const keys = instancePath
            .split('/')
            .slice(1)
            .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
          const more =
            keyword === 'additionalProperties'
              ? `: '${params.additionalProperty}'`
              : keyword === 'enum'
                ? `: ${params.allowedValues.join(', ')}`
                : '';
          place.at(...keys).report(`${[name, ...keys].join('.')} ${message}${more}.`);
        }
      }
    }
  },
});

/** Resolves all references in a value. @param {DocumentNode} place @returns {unknown} */
const plain = (place) => {
  if (Array.isArray(place.value)) return place.items().map(plain);
  return isObject(place.value)
    ? Object.fromEntries(place.entries().map(([key, member]) => [key, plain(member)]))
    : place.value;
};
