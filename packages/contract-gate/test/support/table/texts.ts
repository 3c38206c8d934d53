import type { Edit } from '../contract.ts';
import { read, request, response, schemas, set } from './parts.ts';
import { changesText, type Row, row } from './row.ts';

/** Changes that affect only documentation, as edits of the small contract. */
export const textRows: Row[] = [
  texts(
    'x-scenarios',
    'text of a step',
    set((d) => d['x-scenarios'][0].steps, { 1: 'Then it is `moving`.' }),
    set((d) => d['x-scenarios'][0].steps, { 1: 'It is `moving` now.' }),
  ),
  texts('x-scenarios', 'summary', (d) => {
    d['x-scenarios'][0].summary = 'New words.';
  }),
  texts(
    'openapi',
    'patch version',
    set((d) => d, { openapi: '3.1.1' }),
  ),
  texts('tags', 'list of tags', (d) => delete d.tags),
  texts(
    'tags',
    'additional tag of an operation',
    (d) => read(d).tags.push('Other'),
    (d) => d.tags.push({ name: 'Other' }),
  ),
  texts(
    'operation',
    'summary and external link',
    set(read, { summary: 'New words.', externalDocs: { url: 'https://docs.example' } }),
  ),
  texts(
    'response',
    'XML name',
    set(response, { xml: { name: 'b' } }),
    set(response, { xml: { name: 'a' } }),
  ),
  texts(
    'response',
    'readOnly',
    set((d) => schemas(d).Parcel.properties.note, { readOnly: true }),
  ),
  texts(
    'request',
    'writeOnly',
    set((d) => request(d).properties.note, { writeOnly: true }),
  ),
];

function texts(place: string, kind: string, after: Edit, before?: Edit): Row {
  return row(place, kind, 'documentation only', changesText('the value changes', after, before));
}
