import { expect, it } from 'vitest';
import { startSandbox } from '../support/sandbox.ts';

it('the ETag changes exactly when the resource changes', async () => {
  const { ask, book, mock } = await startSandbox();
  const { json } = await book();
  const path = `/lastmile/acme/get_booking_details/${json.id}`;
  const tags = new Set<string>();
  let held = '';
  for (let step = 0; step < 4; step++) {
    const answer = await ask({ path, headers: held === '' ? {} : { 'if-none-match': held } });
    expect(answer.status).toBe(200);
    held = answer.headers.etag ?? '';
    tags.add(held);
    expect((await ask({ path, headers: { 'if-none-match': held } })).status).toBe(304);
    mock.advanceBooking(json.id);
  }
  expect(tags.size).toBe(4);
});

it('two resources have different ETags', async () => {
  const { ask, book } = await startSandbox();
  const tags = [];
  for (let count = 0; count < 2; count++) {
    const { json } = await book();
    tags.push((await ask({ path: `/lastmile/acme/get_booking_details/${json.id}` })).headers.etag);
  }
  expect(tags[0]).not.toBe(tags[1]);
});
