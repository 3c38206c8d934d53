import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { measureTypes } from '../bench/parts/client-measurements.ts';
import { ownClient } from '../bench/parts/client-peers.ts';

it('the compiler needs at most 2,917 type instantiations for one call to each of 260 operations', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'client-types-'));
  try {
    const cost = await measureTypes(ownClient, folder, 260);
    expect(cost?.instantiations).toBeGreaterThan(1_000);
    expect(cost?.instantiations).toBeLessThanOrEqual(2_917);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
