import { isObject, type Json, type JsonObject } from '@delivery-api/specs/contract';
import { valueAt } from '../../documents/pointer.ts';
import { normalizeSchema } from './schema.ts';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/**
 * Returns a copy of a document in which equivalent notations are equal. Normalizes default values,
 * the parameters and servers of paths, the case of header names, and schemas. Removes the security
 * of the document, because the loader has copied it to each operation without `security`.
 *
 * @param headerNames spelling of header names by their lower-case form
 */
export function normalizeDocument(
  document: JsonObject,
  headerNames: ReadonlyMap<string, string>,
): JsonObject {
  const visit = (node: Json): Json => {
    if (Array.isArray(node)) return node.map(visit);
    if (!isObject(node)) return node;
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) => [key, visitMember(key, value)]),
    );
  };
  const visitMember = (key: string, value: Json): Json => {
    if (key === 'example' || key === 'examples' || key.startsWith('x-')) return value;
    if (key === 'schema') return normalizeSchema(value);
    if (key === 'schemas') return mapMembers(value, normalizeSchema);
    if (key === 'parameters')
      return mapMembers(value, (one) => toParameter(visit(one), headerNames));
    if (key === 'headers') return renameMembers(mapMembers(value, toHeader(visit)), headerNames);
    if (key === 'requestBody' || key === 'deprecated') return withoutDefaults(visit(value));
    return visit(value);
  };
  const { security: _, ...rest } = document;
  const { paths } = rest;
  return visit({
    ...rest,
    ...(paths !== undefined && {
      paths: mapMembers(paths, (item) => withOperationMembers(item, document)),
    }),
  }) as JsonObject;
}

/** Returns the spelling of each header name in a document by its lower-case form. */
export function headerSpelling(node: Json, found = new Map<string, string>()) {
  if (Array.isArray(node)) for (const item of node) headerSpelling(item, found);
  if (!isObject(node)) return found;
  if (node.in === 'header' && typeof node.name === 'string')
    found.set(node.name.toLowerCase(), node.name);
  for (const [key, value] of Object.entries(node)) {
    if (key === 'headers' && isObject(value))
      for (const name of Object.keys(value)) found.set(name.toLowerCase(), name);
    headerSpelling(value, found);
  }
  return found;
}

const mapMembers = (value: Json, map: (member: Json) => Json): Json => {
  if (Array.isArray(value)) return value.map(map);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, map(member)]));
};

const renameMembers = (value: Json, names: ReadonlyMap<string, string>): Json =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, member]) => [
          names.get(name.toLowerCase()) ?? name,
          member,
        ]),
      )
    : value;

/** Moves parameters and servers of a path to its operations, unless an operation overrides them. */
function withOperationMembers(item: Json, document: JsonObject): Json {
  if (!isObject(item)) return item;
  const { parameters: shared = [], servers, ...rest } = item;
  const key = (parameter: Json): string => {
    const $ref = isObject(parameter) ? parameter.$ref : undefined;
    const target = typeof $ref === 'string' ? valueAt(document, $ref) : parameter;
    return isObject(target) ? `${String(target.in)} ${String(target.name)}` : '';
  };
  const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);
  return Object.fromEntries(
    Object.entries(rest).map(([method, operation]) => {
      if (!methods.includes(method) || !isObject(operation)) return [method, operation];
      const own = listOf(operation.parameters);
      const keys = new Set(own.map(key));
      const parameters = [...own, ...listOf(shared).filter((one) => !keys.has(key(one)))];
      return [
        method,
        {
          ...(servers !== undefined && { servers }),
          ...operation,
          ...(parameters.length > 0 && { parameters }),
        },
      ];
    }),
  );
}

/** Removes members that state the default: flags that are false, and the default serialization. */
function withoutDefaults(value: Json, style?: string): Json {
  if (!isObject(value)) return value;
  const flags = ['required', 'deprecated', 'allowReserved', 'allowEmptyValue'];
  const isDefault = (key: string, member: Json): boolean =>
    (flags.includes(key) && member === false) ||
    (style !== undefined && key === 'style' && member === style) ||
    (style !== undefined && key === 'explode' && member === ((value.style ?? style) === 'form'));
  return Object.fromEntries(
    Object.entries(value).filter(([key, member]) => !isDefault(key, member)),
  );
}

function toParameter(parameter: Json, headerNames: ReadonlyMap<string, string>): Json {
  if (!isObject(parameter) || '$ref' in parameter) return parameter;
  const { in: location, name } = parameter;
  const style = location === 'query' || location === 'cookie' ? 'form' : 'simple';
  const spelling = headerNames.get(String(name).toLowerCase());
  return withoutDefaults(
    location === 'header' && spelling !== undefined ? { ...parameter, name: spelling } : parameter,
    style,
  );
}

const toHeader =
  (visit: (node: Json) => Json) =>
  (header: Json): Json =>
    withoutDefaults(visit(header), 'simple');
