/**
 * Arguments of a `redocly diff` visitor, with only the members used here. Redocly does not publish
 * their types.
 *
 * @typedef {{ kind: string, property?: string, path: string, base: { value?: any }, revision: {
 * value?: any } }} Change
 * @typedef {{ report: (finding: { message: string }) => void, getDirections: () => string[] }}
 * DiffContext
 */

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
 * Reports new values of a fixed enum in a response, and a removed `enum`. Extensible enums
 * (`x-extensible-enum`) have no `enum`; the contract gate compares them.
 */
const fixedEnumGrew = () => ({
  /** @param {Change} change @param {DiffContext} context */
  Schema(change, context) {
    if (!isEnum(change, context, 'response')) return;
    const added = addedValues(change);
    if (change.revision.value === undefined)
      context.report({ message: 'A fixed enum now allows any value.' });
    if (added.length > 0) context.report({ message: `A fixed enum gained ${added.join(', ')}.` });
  },
});

/** Reports new values of an enum in a request, which are additive. */
const requestEnumGrew = () => ({
  /** @param {Change} change @param {DiffContext} context */
  Schema(change, context) {
    const added = isEnum(change, context, 'request') ? addedValues(change) : [];
    if (added.length > 0) context.report({ message: `A request enum gained ${added.join(', ')}.` });
  },
});

/**
 * Reports a changed condition, because it changes requirements or guarantees. No rule of Redocly
 * detects this change.
 */
const conditionChanged = () => ({
  /** @param {Change} change @param {DiffContext} context */
  Schema(change, { report }) {
    if (change.kind === 'modified' && isCondition(change))
      report({ message: "The condition of an 'if' changed." });
  },
});

export const diff = {
  oas3: {
    'closed-enum-grew': fixedEnumGrew,
    'request-enum-grew': requestEnumGrew,
    'condition-changed': conditionChanged,
  },
};
