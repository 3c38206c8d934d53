import { expect, it } from 'vitest';
import { startSandbox } from '../support/sandbox.ts';

it('the ETag changes exactly when the resource changes', async () => {
  const { sendRequest, book, mock } = await startSandbox();
  const { json } = await book();
  const path = `/lastmile/acme/get_booking_details/${json.id}`;
  const tags = new Set<string>();
  let etag = '';
  for (let step = 0; step < 4; step++) {
    const response = await sendRequest({
      path,
      headers: etag === '' ? {} : { 'if-none-match': etag },
    });
    expect(response.status).toBe(200);
    etag = response.headers.etag ?? '';
    tags.add(etag);
    expect((await sendRequest({ path, headers: { 'if-none-match': etag } })).status).toBe(304);
    mock.advanceBooking(json.id);
  }
  expect(tags.size).toBe(4);
});

it('two resources have different ETags', async () => {
  const { sendRequest, book } = await startSandbox();
  const tags = [];
  for (let count = 0; count < 2; count++) {
    const { json } = await book();
    tags.push(
      (await sendRequest({ path: `/lastmile/acme/get_booking_details/${json.id}` })).headers.etag,
    );
  }
  expect(tags[0]).not.toBe(tags[1]);
});
