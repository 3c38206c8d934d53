import { expect, it } from 'vitest';
import { locationName } from '../src/diff/comparison/location-name.ts';

it.each([
  ['#/components/schemas/Booking/properties/status', '`status` of `Booking`'],
  [
    '#/components/schemas/Order/properties/items/items/properties/price',
    '`items[].price` of `Order`',
  ],
  ['#/components/schemas/Form/properties/properties/properties/a', '`properties.a` of `Form`'],
  [
    '#/components/schemas/Form/properties/items/properties/properties',
    '`items.properties` of `Form`',
  ],
  ['#/components/schemas/Form', '`Form`'],
])('the location %s has the name %s', (pointer, name) => {
  expect(locationName(pointer, {})).toBe(name);
});
