import type { Contract } from '@delivery-api/specs/contract';
import { code, table } from '../directive/markdown-table.ts';
import { operationLink } from './operations.ts';

const selectedIn = (contract: Contract, operations: readonly string[]): string =>
  contract.operations
    .filter(({ id }) => operations.includes(id))
    .map((operation) => operationLink(contract, operation))
    .join(', ') || 'control API';

/** Lists the sandbox scenarios. */
export const scenarios = (contract: Contract): string =>
  table(
    ['Scenario', 'What happens', 'Set in'],
    contract.scenarios.map(({ name, summary, operations }) => [
      code(name),
      summary,
      selectedIn(contract, operations),
    ]),
  );

/** Lists the steps of each scenario. */
export const scenarioSteps = (contract: Contract): string =>
  contract.scenarios
    .map(
      ({ name, summary, steps }) =>
        `### ${code(name)}\n\n${summary}\n\n${steps.map((step, index) => `${index + 1}. ${step}`).join('\n')}`,
    )
    .join('\n\n');
