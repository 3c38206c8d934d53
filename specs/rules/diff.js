/**
 * What `redocly diff` hands to a visitor. Its types are not published, so only what is used is
 * described here.
 *
 * @typedef {{ value?: any, resolved?: { value?: any } }} Side
 * @typedef {{ kind: string, property?: string, path: string, base: { value?: any }, revision: {
 * value?: any }, node: { base: Side, revision: Side } }} Change
 * @typedef {{ report: (finding: { message: string }) => void, getDirections: () => string[] }}
 * DiffContext
 */

/** @param {Side} side @param {string} key */
const read = (side, key) => (side?.resolved ?? side)?.value?.[key];

/** @param {Change} change */
const isCondition = ({ path }) => path.split('/').includes('if');

/** @param {Change} change @param {DiffContext} context @param {string} direction */
const isEnum = (change, { getDirections }, direction) =>
  change.kind === 'modified' &&
  change.property === 'enum' &&
  !isCondition(change) &&
  getDirections().includes(direction);

/** @param {Change} change @returns {unknown[]} */
const addedValues = ({ base, revision }) =>
  (revision.value ?? []).filter(
    (/** @type {unknown} */ value) => !(base.value ?? []).includes(value),
  );

/**
 * New values of an enum in responses: minor where the enum says that it may grow, major everywhere
 * else. Replaces the built-in
 * enum-values-added, which knows no difference.
 *
 * @param {boolean} extensible
 */
const enumGrew = (extensible) => () => ({
  /** @param {Change} change @param {DiffContext} context */
  Schema(change, context) {
    if (!isEnum(change, context, 'response')) return;
    const open =
      read(change.node.base, 'x-extensible-enum') === true &&
      read(change.node.revision, 'x-extensible-enum') === true;
    if (open !== extensible) return;
    const added = addedValues(change);
    if (change.revision.value === undefined && !extensible)
      context.report({ message: 'A closed enum became any value.' });
    if (added.length > 0)
      context.report({
        message: `${extensible ? 'Extensible' : 'Closed'} enum gained ${added.join(', ')}.`,
      });
  },
});

/** New values that a request may have are an addition. */
const requestEnumGrew = () => ({
  /** @param {Change} change @param {DiffContext} context */
  Schema(change, context) {
    const added = isEnum(change, context, 'request') ? addedValues(change) : [];
    if (added.length > 0)
      context.report({ message: `Enum of a request gained ${added.join(', ')}.` });
  },
});

/** Another condition of an if/then changes what is guaranteed when, which nothing else notices. */
const conditionChanged = () => ({
  /** @param {Change} change @param {DiffContext} context */
  Schema(change, { report }) {
    if (change.kind === 'modified' && isCondition(change))
      report({ message: 'The condition of an if/then changed.' });
  },
});

export const diff = {
  oas3: {
    'closed-enum-grew': enumGrew(false),
    'extensible-enum-grew': enumGrew(true),
    'request-enum-grew': requestEnumGrew,
    'condition-changed': conditionChanged,
  },
};
