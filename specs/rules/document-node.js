/** @typedef {import('@redocly/openapi-core').UserContext} Context */
/** @typedef {import('@redocly/openapi-core').Location} Location */

/**
 * A node of the document with its location. Resolves references across files, so that a rule works
 * on the sources and on a bundle. The `value` of a missing member is `undefined`.
 */
export class DocumentNode {
  /**
   * @param {Context} context of the rule
   * @param {any} value the node, with references resolved
   * @param {Location} location location of `value`
   * @param {any} written the node where it is used: `value`, or the reference to it
   * @param {Location} usedAt location of `written`
   */
  constructor(context, value, location, written = value, usedAt = location) {
    this.context = context;
    this.value = value;
    this.location = location;
    this.written = written;
    this.usedAt = usedAt;
  }

  /**
   * Returns the node at a path of keys, and resolves references along the path.
   *
   * @param {...(string | number)} keys @returns {DocumentNode}
   */
  at(...keys) {
    const [key, ...rest] = keys;
    if (key === undefined) return this;
    const next = new DocumentNode(
      this.context,
      this.value?.[key],
      this.location.child([key]),
    ).resolved();
    return next.at(...rest);
  }

  /** Returns the target of a reference; any other node unchanged. @returns {DocumentNode} */
  resolved() {
    if (typeof this.value?.$ref !== 'string') return this;
    const { node, location } = this.context.resolve(this.value, this.location.source.absoluteRef);
    return new DocumentNode(
      this.context,
      node,
      location ?? this.location,
      this.value,
      this.location,
    );
  }

  get exists() {
    return this.value !== undefined;
  }

  /**
   * Returns the members of an object; an empty list for any other value.
   *
   * @returns {[string, DocumentNode][]}
   */
  entries() {
    return isObject(this.value) ? Object.keys(this.value).map((key) => [key, this.at(key)]) : [];
  }

  /** Returns the items of a list; an empty list for any other value. @returns {DocumentNode[]} */
  items() {
    return Array.isArray(this.value) ? this.value.map((_, index) => this.at(index)) : [];
  }

  /** Address of the node; the same for all references to it. */
  get id() {
    return this.location.absolutePointer;
  }

  /**
   * Name of the component (`file.yaml#/Name` or `#/components/<kind>/Name`); `undefined` for any
   * other node.
   */
  get component() {
    const keys = this.location.pointer.replace(/^#\/?/, '').split('/').filter(Boolean);
    return keys.length === 1 || (keys.length === 3 && keys[0] === 'components')
      ? keys.at(-1)
      : undefined;
  }

  /** Returns a keyword of the reference, or of its target. @param {string} keyword */
  annotation(keyword) {
    return this.written?.[keyword] ?? this.value?.[keyword];
  }

  /** Reports a problem at the location of the node. @param {string} message */
  report(message) {
    this.context.report({ message, location: this.location });
  }
}

// Not imported from contract/, because the Redocly CLI must be able to load the rules in Node.js
// versions that do not support TypeScript.
/** @param {unknown} value @returns {value is Record<string, any>} */
export const isObject = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Creates a Redocly rule from a check of the whole document.
 *
 * @param {(root: DocumentNode) => void} check
 * @returns {import('@redocly/openapi-core').Oas3Rule}
 */
export const documentRule = (check) => () => ({
  Root(node, context) {
    check(new DocumentNode(context, node, context.location));
  },
});
