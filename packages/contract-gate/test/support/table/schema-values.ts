import type { Edit } from '../contract.ts';
import { request, response } from './parts.ts';

/** Returns an edit that gives a property of the request a schema. */
export const sent =
  (schema: object): Edit =>
  (document) => {
    request(document).properties.value = structuredClone(schema);
  };

/** Returns an edit that gives a property of the response a schema. */
export const received =
  (schema: object): Edit =>
  (document) => {
    response(document).properties.value = structuredClone(schema);
  };

export const string = { type: 'string' };
