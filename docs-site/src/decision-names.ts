/** Returns the anchor of a decision on its page: `d-001`. */
export const decisionAnchor = (number: number): string => `d-${String(number).padStart(3, '0')}`;

/** Returns the name of a decision: `D-001`. */
export const decisionName = (number: number): string => decisionAnchor(number).toUpperCase();
