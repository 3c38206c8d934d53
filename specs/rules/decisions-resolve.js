import { readFileSync } from 'node:fs';
import { documentRule } from './document-node.js';
import { everySchema, operations, webhooks } from './traversal.js';

const file = new URL('../DECISIONS.md', import.meta.url);

/** Returns the numbers of the entries in DECISIONS.md. */
const entries = () =>
  new Set(
    [...readFileSync(file, 'utf8').matchAll(/^## D-(\d{3}) /gm)].map(([, number]) =>
      Number(number),
    ),
  );

/**
 * The document, each operation and each webhook have `x-decisions`. In any `x-decisions`, also of a
 * schema, each number is an entry in DECISIONS.md.
 */
export const decisionsResolve = documentRule((root) => {
  const known = entries();
  for (const place of [
    root,
    ...operations(root).map((one) => one.place),
    ...webhooks(root).map((one) => one.place),
  ]) {
    if (!place.at('x-decisions').exists)
      place.report(
        "'x-decisions' is missing. Add the numbers of the related entries in DECISIONS.md.",
      );
  }
  const owners = [
    root,
    ...[...operations(root), ...webhooks(root)].map(({ place }) => place),
    ...[...everySchema(root)].map(({ schema }) => schema),
  ];
  for (const list of new Map(
    owners.map((one) => one.at('x-decisions')).map((one) => [one.id, one]),
  ).values()) {
    for (const item of list.items())
      if (!known.has(item.value)) item.report(`DECISIONS.md has no entry ${item.value}.`);
  }
});
