import { createLastmileClient } from '@delivery-api/lastmile-client';
import { SpanStatusCode } from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { expect, it } from 'vitest';
import { attemptSpans } from '../attempt-spans.ts';

it('the tracing example creates one span for each attempt, without resource IDs or tokens', async () => {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const problem = {
    type: 'about:blank',
    title: 'Busy',
    status: 503,
    code: 'service_unavailable',
    request_id: 'req_1',
    retryable: true,
  };
  const responses = [
    Response.json(problem, { status: 503, headers: { 'retry-after': '0', 'request-id': 'req_1' } }),
    Response.json({ id: 'sto_1' }, { headers: { 'request-id': 'req_2' } }),
  ];
  const lastmile = createLastmileClient({
    baseUrl: 'https://api.example.com/v1',
    partnerName: 'acme',
    token: 'secret-token',
    fetch: async () => responses.shift() as Response,
    onAttempt: attemptSpans(provider.getTracer('test')),
  });
  await lastmile.getStoreInfo({ id: 'sto_secret' });

  const spans = exporter.getFinishedSpans();
  const common = {
    'http.request.method': 'GET',
    'url.template': '/{partner_name}/get_store_info/{id}',
    'delivery_api.operation': 'getStoreInfo',
  };
  expect(spans.map(({ name, attributes, status }) => [name, status.code, attributes])).toEqual([
    [
      'GET /{partner_name}/get_store_info/{id}',
      SpanStatusCode.ERROR,
      {
        ...common,
        'http.request.resend_count': 0,
        'http.response.status_code': 503,
        'delivery_api.request_id': 'req_1',
        'delivery_api.retry_in_ms': 0,
        'error.type': 'service_unavailable',
      },
    ],
    [
      'GET /{partner_name}/get_store_info/{id}',
      SpanStatusCode.UNSET,
      {
        ...common,
        'http.request.resend_count': 1,
        'http.response.status_code': 200,
        'delivery_api.request_id': 'req_2',
      },
    ],
  ]);
  expect(JSON.stringify(spans.map(({ name, attributes }) => [name, attributes]))).not.toContain(
    'secret',
  );
});
