/** Where the entry of a number in the record of decisions stands on its page: `d-001`. */
export const decisionAnchor = (number: number): string => `d-${String(number).padStart(3, '0')}`;

/** The name of an entry: `D-001`. */
export const decisionName = (number: number): string => decisionAnchor(number).toUpperCase();
