import type { Editable } from '../contract.ts';
import { schemas, set, status } from './parts.ts';
import { adds, breaks, changesText, type Row, row } from './row.ts';

/** Other changes that our rules rate, as edits of the small contract. */
export const otherRows: Row[] = [
  row(
    'components',
    'name of a schema',
    breaks('a component is renamed', (d) => rename(d, 'ParcelMoved', 'ParcelHasMoved')),
    adds('a new component', (d) => {
      schemas(d).Spare = { type: 'string' };
    }),
  ),
  row(
    'webhooks',
    'name',
    breaks('a webhook is renamed', (d) => {
      d.webhooks = { parcelHasMoved: d.webhooks.parcelMoved };
    }),
    adds('a new webhook', (d) => {
      d.webhooks.parcelLost = {
        post: { ...structuredClone(d.webhooks.parcelMoved.post), operationId: 'parcelLost' },
      };
    }),
  ),
  row(
    'webhooks',
    'presence of a header',
    breaks('events no longer contain a header', (d) =>
      d.webhooks.parcelMoved.post.parameters.pop(),
    ),
    adds('events contain a new header', (d) =>
      d.webhooks.parcelMoved.post.parameters.push({
        name: 'webhook-extra',
        in: 'header',
        schema: { type: 'string' },
      }),
    ),
  ),
  row(
    'webhooks',
    'requiredness of a header',
    breaks(
      'a header is no longer always sent',
      set((d) => d.webhooks.parcelMoved.post.parameters[0], { required: false }),
    ),
    adds(
      'a header is always sent',
      set((d) => d.webhooks.parcelMoved.post.parameters[0], { required: true }),
      set((d) => d.webhooks.parcelMoved.post.parameters[0], { required: false }),
    ),
  ),
  row(
    'tags',
    'name',
    breaks('a tag is renamed', (d) => {
      d.tags[0].name = 'Boxes';
      for (const path of Object.values<Editable>(d.paths))
        for (const operation of Object.values<Editable>(path)) operation.tags = ['Boxes'];
      d.webhooks.parcelMoved.post.tags = ['Boxes'];
    }),
    adds('a new tag', (d) => d.tags.push({ name: 'More', description: 'More.' })),
  ),
  row(
    'paths',
    'name of a parameter',
    breaks('a path parameter is renamed', (d) => {
      const item = d.paths['/parcels/{id}'];
      item.get.parameters[0].name = 'parcel_id';
      d.paths['/parcels/{parcel_id}'] = item;
      delete d.paths['/parcels/{id}'];
    }),
    'methods of generated clients take path parameters by name',
  ),
  row(
    'enums',
    'value in a response',
    breaks('a value is no longer returned', (d) => status(d)['x-extensible-enum'].pop()),
    adds('an extensible enum has a new value', (d) =>
      status(d)['x-extensible-enum'].push('sorted'),
    ),
  ),
  row(
    'requests',
    'default',
    breaks(
      'the default changes',
      set((d) => schemas(d).SpeedInput, { default: 'fast' }),
    ),
    adds(
      'a default is specified',
      set((d) => schemas(d).SpeedInput, { default: 'slow' }),
      (d) => delete schemas(d).SpeedInput.default,
    ),
  ),
  row(
    'requests',
    'required in a nested object',
    breaks('an optional property becomes required', (d) =>
      schemas(d).AddressInput.required.push('zip'),
    ),
    adds('a required property becomes optional', (d) => schemas(d).AddressInput.required.pop()),
  ),
  row(
    'requests',
    'required in a conditional schema',
    breaks('a conditional schema requires an additional property', (d) =>
      schemas(d).CreateParcelRequest.then.required.push('address'),
    ),
    adds('a conditional schema requires fewer properties', (d) =>
      schemas(d).CreateParcelRequest.then.required.pop(),
    ),
  ),
  row(
    'requests',
    'condition',
    breaks('the condition changes', (d) =>
      schemas(d).CreateParcelRequest.if.properties.speed.enum.push('slow'),
    ),
    'the effect is unknown, so every change to a condition is breaking',
  ),
  row(
    'deprecation',
    'presence',
    'the gate rejects a removal before the sunset',
    adds(
      'an element is deprecated',
      set((d) => schemas(d).Parcel.properties.id, { deprecated: true, 'x-sunset': '2028-01-01' }),
    ),
  ),
  row(
    'examples',
    'value',
    'examples guarantee nothing',
    changesText(
      'an example changes',
      set((d) => d.components.examples.parcel_new, { value: { id: 'q' } }),
    ),
  ),
];

function rename(document: Editable, name: string, next: string): void {
  const text = JSON.stringify(document).replaceAll(
    `#/components/schemas/${name}"`,
    `#/components/schemas/${next}"`,
  );
  Object.assign(document, JSON.parse(text));
  document.components.schemas[next] = document.components.schemas[name];
  delete document.components.schemas[name];
}
