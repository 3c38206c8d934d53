import type { Contract } from '@delivery-api/specs/contract';
import { pascalCase } from '../source/text.ts';
import { curlDelivery, curlRequest } from './curl.ts';
import { httpSamples } from './http.ts';
import { type Sample, sampleRequest } from './sample.ts';
import { typescriptCall, typescriptReceiver } from './typescript.ts';

export type { Sample } from './sample.ts';

/**
 * Generates the samples of each operation and webhook from the examples in the contract. An
 * operation sample succeeds in each run against a sandbox with the default data and port.
 *
 * @returns samples by operationId: for an operation in curl, TypeScript, Python, PHP, Go and Java;
 * for a webhook in curl and TypeScript
 */
export const samples = (contract: Contract): Map<string, Sample[]> =>
  new Map([
    ...contract.operations.map((operation): [string, Sample[]] => {
      const request = sampleRequest(contract, operation);
      return [
        operation.id,
        [
          curlRequest(request),
          typescriptCall(contract, operation),
          ...httpSamples(request, pascalCase(operation.id)),
        ],
      ];
    }),
    ...contract.webhooks.map((webhook): [string, Sample[]] => [
      webhook.id,
      [curlDelivery(webhook), typescriptReceiver(contract, webhook)],
    ]),
  ]);
