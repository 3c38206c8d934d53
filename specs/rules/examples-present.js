import { documentRule } from './document-node.js';
import { bodies } from './traversal.js';

/**
 * Every body has at least one named example. Each example has a value and a summary, and no other
 * example in the document has its name.
 */
export const examplesPresent = documentRule((root) => {
  const names = /** @type {Map<string, string>} */ (new Map());
  const seen = /** @type {Set<string>} */ (new Set());
  for (const { kind, owner, status, media } of bodies(root)) {
    if (seen.has(media.id)) continue;
    seen.add(media.id);
    const examples = media.at('examples').entries();
    const body =
      kind === 'event' ? `${owner} event` : [status, kind, 'of', owner].filter(Boolean).join(' ');
    if (media.at('example').exists)
      media.at('example').report("Write 'examples' with a name and a summary, not 'example'.");
    if (examples.length === 0) media.report(`The ${body} has no example.`);
    for (const [name, example] of examples) {
      if (!example.exists) continue;
      if (!example.at('value').exists) example.report(`The example '${name}' has no value.`);
      if (typeof example.value.summary !== 'string' || example.value.summary.trim() === '')
        example.report(`The example '${name}' has no summary.`);
      const first = names.get(name);
      if (first !== undefined && first !== example.id)
        example.report(`Two examples are named '${name}'. Names must be unique in a document.`);
      names.set(name, example.id);
    }
  }
});
