import type { Edit } from '../contract.ts';
import { request, response } from './parts.ts';

/** Returns an edit that sets the schema of a request property. */
export const sent =
  (schema: object): Edit =>
  (document) => {
    request(document).properties.value = structuredClone(schema);
  };

/** Returns an edit that sets the schema of a response property. */
export const received =
  (schema: object): Edit =>
  (document) => {
    response(document).properties.value = structuredClone(schema);
  };

export const string = { type: 'string' };
