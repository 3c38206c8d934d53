import { expect, it } from 'vitest';
import { sandboxEnvironment } from '../../workflows/servers.ts';
import { type ResponseParts, startChangingProxy } from '../support/changed-responses.ts';
import { failuresOf } from '../support/failures-of.ts';

/** Changes to responses in a workflow, and the failure that the workflow reports. */
const wrongResponses: [
  what: string,
  workflow: string,
  request: RegExp,
  change: (response: ResponseParts) => void,
  step: string,
  failure: string,
][] = [
  [
    'a reason with a different message',
    'handleUnserviceableDelivery',
    /create_booking$/,
    ({ body }) => {
      body.reasons[0].message = 'No.';
    },
    'bookLongRoute',
    'success criteria check: $response.body#/reasons/0/message == $steps.estimateLongRoute.outputs.message',
  ],
  [
    'another booking for the same key',
    'deliver',
    /create_booking$/,
    ({ headers, body }) => {
      if (headers['idempotency-replayed'] !== undefined) body.id = 'bkg_another';
    },
    'retryWithSameKey',
    'success criteria check: $response.body#/id == $steps.book.outputs.booking_id',
  ],
  [
    'a missing required field',
    'cancelAtOnce',
    /cancel_booking$/,
    ({ status, body }) => {
      if (status === 200) delete body.tracking_url;
    },
    'cancel',
    "schema check: must have required property 'tracking_url'",
  ],
  [
    'an unknown field',
    'deliver',
    /get_store_info/,
    ({ body }) => {
      body.mood = 'cheerful';
    },
    'readStore',
    'schema check: must NOT have unevaluated properties: "mood".',
  ],
  [
    'an unknown enum value',
    'pauseAndReopen',
    /status$/,
    ({ status, body }) => {
      if (status === 200) body.requested.status = 'halted';
    },
    'pause',
    'schema check: must be equal to one of the allowed values, at "status": "halted"',
  ],
  [
    'an undocumented status',
    'pauseAndReopen',
    /status$/,
    (response) => {
      if (response.status === 200) response.status = 201;
    },
    'pause',
    'status code check',
  ],
  [
    'a documented status for a different problem',
    'reject',
    /status$/,
    (response) => {
      if (response.body.code === 'invalid_transition') response.status = 404;
    },
    'acceptRejectedOrder',
    'success criteria check: $statusCode == 409',
  ],
  [
    'a missing header',
    'pauseAndReopen',
    /status$/,
    ({ headers }) => {
      delete headers['idempotency-replayed'];
    },
    'pauseWithTheSameKey',
    "success criteria check: $response.header.Idempotency-Replayed == 'true'",
  ],
  [
    'an undocumented content type',
    'handOver',
    /GET .*orders/,
    ({ headers }) => {
      headers['content-type'] = 'text/plain';
    },
    'readOrder',
    'content-type check: Content type text/plain for 200 response is not described in the schema. Expected content types: application/json.',
  ],
  [
    'a revision that does not increase',
    'handOver',
    /acknowledge$/,
    ({ body }) => {
      body.revision = 1;
    },
    'acknowledge',
    'success criteria check: $response.body#/revision > $steps.readOrder.outputs.revision',
  ],
  [
    'a final status other than the expected one',
    'publishMenu',
    /GET .*stores/,
    ({ body }) => {
      body.menu.status = 'failed';
      body.menu.failure = { code: 'internal_error', message: 'It went wrong.' };
    },
    'readUntilLive',
    "success criteria check: $response.body#/menu/status == 'live'",
  ],
];

it.each(wrongResponses)(
  '%s makes the workflow %s fail',
  async (_what, workflow, request, change, step, expectedFailure) => {
    // A workflow that fails does not clean up, so each case has its own sandbox.
    const sandbox = await sandboxEnvironment({});
    const environment = await startChangingProxy(sandbox, request, change);
    try {
      const [stepLine, ...failures] = await failuresOf(workflow, environment);
      expect(stepLine).toMatch(new RegExp(`^${step}: `));
      expect(failures.map((failure) => failure.trim())).toContain(expectedFailure);
    } finally {
      await environment.stop();
      await sandbox.stop();
    }
  },
);
