import type { Attack } from '../context.ts';
import { browser } from './browser.ts';
import { clients } from './clients.ts';
import { crossOrigin } from './cross-origin.ts';
import { fuzz } from './fuzz.ts';
import { overload } from './overload.ts';
import { protocol } from './protocol.ts';
import { signatures } from './signatures.ts';
import { ssrf } from './ssrf.ts';
import { tenants } from './tenants.ts';

/** All attacks in execution order. */
export const attacks: readonly Attack[] = [
  fuzz,
  protocol,
  tenants,
  crossOrigin,
  browser,
  ssrf,
  overload,
  clients,
  signatures,
];
