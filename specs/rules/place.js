/** @typedef {import('@redocly/openapi-core').UserContext} Context */
/** @typedef {import('@redocly/openapi-core').Location} Location */

/**
 * A node of the document with the place to report it at. References are followed on the way, across
 * files, so that a rule reads the
 * same on the sources and on a bundle. A member that is not there is a place whose `value` is
 * `undefined`.
 */
export class Place {
  /**
   * @param {Context} context of the rule that reads
   * @param {any} value the node, with references followed
   * @param {Location} location where `value` stands
   * @param {any} written the node as written where it is used: `value` itself, or the reference to
   * it
   * @param {Location} usedAt where `written` stands
   */
  constructor(context, value, location, written = value, usedAt = location) {
    this.context = context;
    this.value = value;
    this.location = location;
    this.written = written;
    this.usedAt = usedAt;
  }

  /** The member under `keys`, step by step. @param {...(string | number)} keys @returns {Place} */
  at(...keys) {
    const [key, ...rest] = keys;
    if (key === undefined) return this;
    const next = new Place(this.context, this.value?.[key], this.location.child([key])).followed();
    return next.at(...rest);
  }

  /** @returns {Place} */
  followed() {
    if (typeof this.value?.$ref !== 'string') return this;
    const { node, location } = this.context.resolve(this.value, this.location.source.absoluteRef);
    return new Place(this.context, node, location ?? this.location, this.value, this.location);
  }

  get exists() {
    return this.value !== undefined;
  }

  /**
   * Members of an object with their names; nothing for anything else. @returns {[string, Place][]}
   */
  entries() {
    return isObject(this.value) ? Object.keys(this.value).map((key) => [key, this.at(key)]) : [];
  }

  /** Members of a list; nothing for anything else. @returns {Place[]} */
  items() {
    return Array.isArray(this.value) ? this.value.map((_, index) => this.at(index)) : [];
  }

  /** The address of the node, the same from wherever it is referred to. */
  get id() {
    return this.location.absolutePointer;
  }

  /**
   * The name of the component that this node is, `file.yaml#/Name` or `#/components/<kind>/Name`;
   * `undefined` inside of one.
   */
  get component() {
    const keys = this.location.pointer.replace(/^#\/?/, '').split('/').filter(Boolean);
    return keys.length === 1 || (keys.length === 3 && keys[0] === 'components')
      ? keys.at(-1)
      : undefined;
  }

  /** What is written here or, beside a reference, there. @param {string} keyword */
  annotation(keyword) {
    return this.written?.[keyword] ?? this.value?.[keyword];
  }

  /** @param {string} message */
  report(message) {
    this.context.report({ message, location: this.location });
  }
}

/** @param {unknown} value @returns {value is Record<string, any>} */
export const isObject = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Makes a Redocly rule of a check that reads the document from its root.
 *
 * @param {(root: Place) => void} check
 * @returns {import('@redocly/openapi-core').Oas3Rule}
 */
export const documentRule = (check) => () => ({
  Root(node, context) {
    check(new Place(context, node, context.location));
  },
});
