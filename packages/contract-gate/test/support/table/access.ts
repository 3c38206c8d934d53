import type { Editable } from '../contract.ts';
import { read, set } from './parts.ts';
import { adds, breaks, changesText, keeps, type Row, row } from './row.ts';

const servers = set((d) => d, {
  servers: [
    {
      url: 'https://{region}.example.com',
      variables: { region: { default: 'eu', enum: ['eu', 'us'] } },
    },
    { url: 'https://api.example.com' },
  ],
});
const region = (document: Editable) => document.servers[0].variables.region;
const flow = (document: Editable) =>
  document.components.securitySchemes.oauth.flows.clientCredentials;
const oauth = set((d) => d.components.securitySchemes, {
  oauth: {
    type: 'oauth2',
    flows: {
      clientCredentials: {
        tokenUrl: 'https://id.example.com',
        scopes: { read: 'Read.', write: 'Write.' },
      },
    },
  },
});
/** Changes to servers and security, as edits of the small contract. */
export const accessRows: Row[] = [
  row(
    'servers',
    'order',
    'the URLs are the same',
    changesText('the order changes', (d) => d.servers.reverse(), servers),
  ),
  row(
    'servers',
    'default of a variable',
    breaks('a different default', set(region, { default: 'us' }), servers),
    'clients that use the default call a different URL',
  ),
  row(
    'servers',
    'values of a variable',
    breaks('a value is removed', (d) => region(d).enum.pop(), servers),
    adds('a new value', (d) => region(d).enum.push('ap'), servers),
  ),
  row(
    'servers',
    'order of the values of a variable',
    'not a change to the contract',
    keeps('a different order', (d) => region(d).enum.reverse(), servers),
  ),
  row(
    'servers',
    'list of servers',
    breaks('a server is removed', (d) => d.servers.pop(), servers),
    adds('a new server', (d) => d.servers.push({ url: 'https://b.example.com' })),
  ),
  row(
    'servers',
    'servers of one operation',
    breaks(
      'an operation has its own server',
      set(read, { servers: [{ url: 'https://b.example.com' }] }),
    ),
    adds('an operation has an additional server', (d) => {
      read(d).servers = [...d.servers, { url: 'https://b.example.com' }];
    }),
  ),
  row(
    'servers',
    'servers of one path',
    breaks('a path has its own server', (d) => {
      d.paths['/parcels/{id}'].servers = [{ url: 'https://b.example.com' }];
    }),
    adds('a path has an additional server', (d) => {
      d.paths['/parcels/{id}'].servers = [...d.servers, { url: 'https://b.example.com' }];
    }),
  ),
  row(
    'security',
    'security of an operation',
    breaks(
      'an operation inherits the security of the document',
      (d) => {
        delete read(d).security;
        d.security = [{ bearer: [] }];
      },
      set(read, { security: [] }),
    ),
    adds('an operation no longer requires credentials', (d) => delete read(d).security),
  ),
  row(
    'security',
    'optional credentials',
    breaks(
      'credentials are no longer optional',
      (d) => read(d).security.pop(),
      (d) => read(d).security.push({}),
    ),
    adds('credentials are optional', (d) => read(d).security.push({})),
  ),
  row(
    'security',
    'two schemes together',
    breaks(
      'a second security scheme is also required',
      set((d) => read(d).security[0], { oauth: [] }),
      oauth,
    ),
    adds(
      'only one of two security schemes is required',
      (d) => delete read(d).security[0].oauth,
      (d) => {
        oauth(d);
        read(d).security[0].oauth = [];
      },
    ),
  ),
  row(
    'security',
    'OAuth URL',
    breaks('a different token URL', set(flow, { tokenUrl: 'https://b.example.com' }), oauth),
    adds('a new refresh URL', set(flow, { refreshUrl: 'https://id.example.com' }), oauth),
  ),
  row(
    'security',
    'OAuth scope',
    breaks('a scope is removed', (d) => delete flow(d).scopes.write, oauth),
    adds(
      'a new scope',
      set((d) => flow(d).scopes, { admin: 'All.' }),
      oauth,
    ),
  ),
  row(
    'security',
    'description of an OAuth scope',
    'documentation only',
    changesText(
      'the description changes',
      set((d) => flow(d).scopes, { write: 'New words.' }),
      oauth,
    ),
  ),
];
