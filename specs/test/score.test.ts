import { expect, it } from 'vitest';
import { redocly } from '../redocly.ts';

/** Minimum scores of the operations whose minimum is not 85. */
const exceptions: Record<string, number> = { getOrder: 84.4 };

// The score rates how well programs can use a contract, based on nesting depth, unions, constraints
// and examples.
it.each(['lastmile', 'marketplace'])(
  '%s has an agent readiness score above 90, and each operation has at least its minimum score',
  (name) => {
    const { stdout } = redocly('score', `specs/dist/${name}.yaml`, '--format=json');
    const { agentReadiness, operationScores } = JSON.parse(stdout);
    expect(agentReadiness).toBeGreaterThan(90);
    for (const [id, score] of Object.entries<{ agentReadiness: number }>(operationScores))
      expect(score.agentReadiness, id).toBeGreaterThanOrEqual(exceptions[id] ?? 85);
  },
);
